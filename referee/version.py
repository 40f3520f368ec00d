"""The version of the program, which traces record."""

VERSION = "0.2.0"

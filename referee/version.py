"""The version of the program, which traces name."""

VERSION = "0.2.0"

"""The version of the program, which traces name."""

VERSION = "0.1.0"

"""Measurements, each printed as a ratio or a rate taken in one run."""

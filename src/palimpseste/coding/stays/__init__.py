"""Stays: their documents and codes, read from files and parted."""

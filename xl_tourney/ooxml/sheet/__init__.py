"""The XML of one worksheet: its formula cells, their cached values, and patches for both."""

"""Recalculation of many workbooks: executors, remote files, the record of completed work."""

"""Workbooks calculated by several engines, compared cell by cell, and counted suite by suite."""

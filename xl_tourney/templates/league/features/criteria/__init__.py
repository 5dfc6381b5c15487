"""Criteria that features bring."""

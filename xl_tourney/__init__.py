"""Cell functions for tournaments, standings workbooks, and their recalculation without Excel."""

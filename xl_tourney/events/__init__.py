"""A workbook in use: who opens one of ours reads it here, and nowhere else."""

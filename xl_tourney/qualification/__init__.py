"""Who can still finish where in a workbook of ours, and the exact figures that it keeps."""

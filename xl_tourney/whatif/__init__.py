"""Who can still finish where in a workbook, with proof."""

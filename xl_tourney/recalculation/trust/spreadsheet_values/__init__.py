"""Values as a spreadsheet shows them: 15 digits, no −0, no rounding residue, no overlong text."""

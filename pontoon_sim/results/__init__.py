"""What a run has come to, as frozen data with its estimates: a game, a comparison, a bank.

Results know no words, no tables and no pandas: `report` shows them."""

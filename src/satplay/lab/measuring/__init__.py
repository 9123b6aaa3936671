"""What several experiments share: repeated samples, timed boards, and the problems they measure."""

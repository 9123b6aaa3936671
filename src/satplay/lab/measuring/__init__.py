"""What several experiments share: samples, timed boards, problems to count and to break."""

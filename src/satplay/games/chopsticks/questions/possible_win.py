"""Is a win possible from A?  Question 3 of the source, the one that the source chose."""

from satplay.games.chopsticks.questions.position_questions import QuestionKind

KIND = QuestionKind(
    name="possible-win",
    help="whether some sequence of legal moves ends with our win",
    to=False,
    helped=True,
    can="a win is possible from {a}",
    cannot="no win is possible from {a}",
    example=("1,1|1,1",),
)
QUERY = KIND.query

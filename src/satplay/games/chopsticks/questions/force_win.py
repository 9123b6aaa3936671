"""Can we force a win from A?  Question 2 of the source."""

from satplay.games.chopsticks.questions.position_questions import QuestionKind

KIND = QuestionKind(
    name="force-win",
    help="whether we win against every defence",
    to=False,
    helped=False,
    can="a win can be forced from {a}",
    cannot="no win can be forced from {a}",
    example=("1,3|1,1",),
)
QUERY = KIND.query

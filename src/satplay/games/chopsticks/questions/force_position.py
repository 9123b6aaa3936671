"""Can we force a position B from A?  Question 4 of the source."""

from satplay.games.chopsticks.questions.position_questions import QuestionKind

KIND = QuestionKind(
    name="force-position",
    help="whether we can reach B against every defence",
    to=True,
    helped=False,
    can="{b} can be forced from {a}",
    cannot="{b} cannot be forced from {a}",
    example=("1,1|1,1", "1,1|1,2"),
)
QUERY = KIND.query

"""Can we get from A to B?  Question 1 of the source."""

from satplay.games.chopsticks.questions.position_questions import QuestionKind

KIND = QuestionKind(
    name="reach",
    help="whether some sequence of legal moves leads from A to B",
    to=True,
    helped=True,
    can="{b} can be reached from {a}",
    cannot="{b} cannot be reached from {a}",
    example=("1,1|1,1", "2,2|2,2"),
)
QUERY = KIND.query

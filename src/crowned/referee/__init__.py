"""The referee: verdicts on attempts, with reason, clause, evidence and a sentence in three languages."""

from crowned.referee.claims import Claims, claims
from crowned.referee.elsewhere import legal_elsewhere
from crowned.referee.judge import judge
from crowned.referee.verdict import Verdict

__all__ = ["Claims", "Verdict", "claims", "judge", "legal_elsewhere"]

"""The server's own sentences in three languages. The referee and the rules bring theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from crowned.base.sentence import said
from crowned.protocols.views import Lang

LANGS: tuple[Lang, ...] = ("de", "nl", "en")
FOLDER = Path(__file__).parent / "sentences"
PATTERNS: Mapping[Lang, Mapping[str, str]] = {
    lang: tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8")) for lang in LANGS
}
"""Faults that the lower layers find: English pattern -> the pattern in each language."""

TEXTS: dict[str, dict[Lang, str]] = {
    "bad_message": {
        "de": "Diese Nachricht ist nicht lesbar.",
        "nl": "Dit bericht is niet leesbaar.",
        "en": "This message cannot be read.",
    },
    "not_found": {
        "de": "Dieses Spiel gibt es nicht, oder es ist privat.",
        "nl": "Deze partij bestaat niet, of is privé.",
        "en": "There is no such game, or it is private.",
    },
    "no_such_page": {
        "de": "Das gibt es hier nicht.",
        "nl": "Dat bestaat hier niet.",
        "en": "There is no such thing here.",
    },
    "not_joined": {
        "de": "Dieses Spiel ist auf dieser Verbindung nicht geöffnet.",
        "nl": "Deze partij is op deze verbinding niet geopend.",
        "en": "This game is not open on this connection.",
    },
    "not_yours": {
        "de": "Das darf nur, wer diesen Platz hat.",
        "nl": "Dat mag alleen wie op deze plaats zit.",
        "en": "Only the player in this seat may do that.",
    },
    "not_your_turn": {
        "de": "Du bist nicht am Zug.",
        "nl": "Je bent niet aan zet.",
        "en": "It is not your turn.",
    },
    "not_now": {
        "de": "Das geht jetzt nicht.",
        "nl": "Dat kan nu niet.",
        "en": "That is not possible now.",
    },
    "not_here": {
        "de": "Das ist in diesem Spiel nicht vorgesehen.",
        "nl": "Dat hoort niet bij deze partij.",
        "en": "This game was set up without that.",
    },
    "too_fast": {
        "de": "Zu schnell: bitte etwas langsamer.",
        "nl": "Te snel: iets rustiger graag.",
        "en": "Too fast: please slow down.",
    },
    "too_many": {
        "de": "Es sind schon zu viele offen.",
        "nl": "Er zijn er al te veel open.",
        "en": "Too many are open already.",
    },
    "silent": {
        "de": "In diesem Spiel schweigt der Schiedsrichter.",
        "nl": "In deze partij zwijgt de scheidsrechter.",
        "en": "In this game the referee keeps silent.",
    },
    "try_again": {
        "de": "Der Server konnte das gerade nicht speichern. Bitte noch einmal versuchen.",
        "nl": "De server kon dit net niet opslaan. Probeer het nog eens.",
        "en": "The server could not save this just now. Please try again.",
    },
    "no_offence": {
        "de": "Da war kein Verstoß: Es gibt nichts zu blasen.",
        "nl": "Er was geen overtreding: er valt niets te blazen.",
        "en": "There was no offence: nothing can be huffed.",
    },
    "restart": {
        "de": "Der Server startet neu. Keine Uhr läuft.",
        "nl": "De server herstart. Er loopt geen klok.",
        "en": "The server restarts. No clock is running.",
    },
    "logout": {"de": "Du bist abgemeldet.", "nl": "Je bent afgemeld.", "en": "You have been logged out."},
    "idle": {
        "de": "Zu lange war nichts zu hören.",
        "nl": "Er was te lang niets te horen.",
        "en": "Nothing was heard for too long.",
    },
    "no_session": {
        "de": "Dafür braucht es eine Sitzung.",
        "nl": "Daarvoor is een sessie nodig.",
        "en": "This needs a session.",
    },
    "bad_login": {
        "de": "Name oder Passwort stimmt nicht.",
        "nl": "Naam of wachtwoord klopt niet.",
        "en": "Name or password is wrong.",
    },
    "bad_name": {
        "de": "Ein Name hat 2 bis 24 Zeichen: Buchstaben, Ziffern, Punkt, Strich, dazwischen Leerzeichen.",
        "nl": "Een naam heeft 2 tot 24 tekens: letters, cijfers, punt, streepje, losse spaties ertussen.",
        "en": "A name has 2 to 24 characters: letters, digits, dots, dashes, single spaces between them.",
    },
    "bad_title": {
        "de": "Der Titel hat 1 bis 60 Zeichen.",
        "nl": "De titel heeft 1 tot 60 tekens.",
        "en": "A title has 1 to 60 characters.",
    },
    "name_taken": {
        "de": "Dieser Name ist vergeben.",
        "nl": "Deze naam is al bezet.",
        "en": "This name is taken.",
    },
    "password_length": {
        "de": "Ein Passwort hat 8 bis 128 Zeichen.",
        "nl": "Een wachtwoord heeft 8 tot 128 tekens.",
        "en": "A password has 8 to 128 characters.",
    },
    "password_common": {
        "de": "Dieses Passwort wird als erstes geraten.",
        "nl": "Dit wachtwoord wordt als eerste geraden.",
        "en": "This password is among the first to be guessed.",
    },
    "password_is_name": {
        "de": "Das Passwort ist der Name.",
        "nl": "Het wachtwoord is de naam.",
        "en": "The password is the name.",
    },
    "already_account": {
        "de": "Du hast schon ein Konto.",
        "nl": "Je hebt al een account.",
        "en": "You have an account already.",
    },
    "seat_taken": {
        "de": "Dieser Platz ist schon besetzt.",
        "nl": "Deze plaats is al bezet.",
        "en": "This seat is taken.",
    },
    "rated_needs_accounts": {
        "de": "Gewertet spielen nur zwei Konten, ohne eigene Stellung.",
        "nl": "Om rating spelen alleen twee accounts, zonder eigen stelling.",
        "en": "Rated games need two accounts and the usual start.",
    },
    "bad_body": {
        "de": "Die Anfrage ist nicht lesbar.",
        "nl": "De aanvraag is niet leesbaar.",
        "en": "The request cannot be read.",
    },
    "bad_origin": {
        "de": "Diese Anfrage kommt von einer fremden Seite.",
        "nl": "Deze aanvraag komt van een vreemde site.",
        "en": "This request comes from another site.",
    },
    "too_big": {"de": "Das ist zu groß.", "nl": "Dat is te groot.", "en": "That is too big."},
    "bad_rules": {
        "de": "Mit diesen Regeln kann man nicht spielen.",
        "nl": "Met deze regels kan niet gespeeld worden.",
        "en": "These rules cannot be played.",
    },
    "bad_position": {
        "de": "Das ist keine Stellung dieses Spiels.",
        "nl": "Dat is geen stelling van dit spel.",
        "en": "This is no position of this game.",
    },
    "bad_moves": {
        "de": "Diese Züge lassen sich nicht nachspielen.",
        "nl": "Deze zetten kunnen niet worden nagespeeld.",
        "en": "These moves cannot be replayed.",
    },
    "bad_file": {
        "de": "Diese Datei ist nicht lesbar.",
        "nl": "Dit bestand is niet leesbaar.",
        "en": "This file cannot be read.",
    },
    "bad_clock": {
        "de": "Diese Uhr geht nicht.",
        "nl": "Deze klok loopt niet.",
        "en": "This clock does not work.",
    },
    "no_engine": {
        "de": "Die Rechenmaschine antwortet nicht.",
        "nl": "De rekenmachine antwoordt niet.",
        "en": "The engine does not answer.",
    },
    "failed": {
        "de": "Da ist dem Server ein Fehler unterlaufen.",
        "nl": "Er is iets misgegaan op de server.",
        "en": "Something went wrong on the server.",
    },
    "aborted": {
        "de": "Das Spiel wurde abgebrochen.",
        "nl": "De partij is afgebroken.",
        "en": "The game was aborted.",
    },
}


def say(code: str, lang: Lang) -> str:
    return TEXTS[code][lang]


def translated(faults: Iterable[str], lang: Lang) -> list[str]:
    """Faults in the reader's language; what was never a sentence of ours stays as it is."""
    return [str(said(fault, PATTERNS[lang], lang)) for fault in faults]


def preferred_language(header: str) -> Lang:
    """The first of our languages in an Accept-Language header; qualities decide, else the order."""
    ranked = sorted((_quality(part), -place, part) for place, part in enumerate(header[:200].split(",")))
    for _, _, part in reversed(ranked):
        for lang in LANGS:
            if part.strip().lower().startswith(lang):
                return lang
    return "en"


def _quality(part: str) -> float:
    _, _, weight = part.partition(";q=")
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0

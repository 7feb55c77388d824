import logging

import psycopg
from switchboard.logs import PlaceFormatter


def test_a_traceback_shows_places_and_types_but_no_message() -> None:
    def fail() -> None:
        try:
            raise psycopg.DataError("s3cret row")
        except psycopg.DataError as error:
            raise RuntimeError("s3cret request") from error

    try:
        fail()
    except RuntimeError as error:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", None, None)
        record.exc_info = (type(error), error, error.__traceback__)
        text = PlaceFormatter("%(message)s").format(record)
    assert "s3cret" not in text
    assert text.startswith("failed\n")
    assert "RuntimeError" in text
    assert "DataError" in text
    assert "test_logs.py" in text

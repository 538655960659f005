"""The tests: a folder for each room of the package; helpers are imported as `tests.ROOM.HELPER`."""

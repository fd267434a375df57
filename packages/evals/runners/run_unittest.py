"""Runs the unittest files named in an input file, and writes the outcome of each test with the nonce of that file."""

import builtins
import importlib.util
import os
import sys
import unittest
import unittest.mock


exit_now = os._exit
# Hides our frames in the tracebacks of failed assertions.
__unittest = True


def main(input_file):
    with open(input_file, encoding="utf-8") as file:
        nonce, results, folder, _, *tests = file.read().splitlines()
    os.unlink(input_file)
    add_solution_to_path(folder)
    guard_assert_equal()
    guarded = [unittest, builtins, *(m for name, m in sys.modules.items() if name.startswith("unittest."))]
    before = fingerprints(guarded)
    loader = unittest.TestLoader()
    suite = unittest.TestSuite(load(loader, folder, test) for test in tests)
    at_start = altered(before, fingerprints(guarded))
    result = OutcomeRecorder()
    suite.run(result)
    for name in {*at_start, *altered(before, fingerprints(guarded))}:
        result.outcomes["altered " + name] = "failed"
        print("The solution altered " + name + ".")
    for name, text in result.failed:
        print("FAILED " + name + "\n" + text)
    passed = sum(outcome == "passed" for outcome in result.outcomes.values())
    print(f"{passed} of {len(result.outcomes)} tests passed.")
    lines = [f"{nonce} {outcome} {name}\n" for name, outcome in result.outcomes.items()]
    with open(results, "w", encoding="utf-8") as file:
        file.write("".join(lines) + nonce + " done\n")
    sys.stdout.flush()
    exit_now(0 if lines and passed == len(lines) else 1)


def add_solution_to_path(folder):
    """After Python's standard library, so that none of it can be replaced, and before installed packages."""
    installed = [i for i, path in enumerate(sys.path) if path.endswith(("site-packages", "dist-packages"))]
    sys.path.insert(installed[0] if installed else len(sys.path), folder)
    os.chdir(folder)


def guard_assert_equal():
    """Fails assertions on values whose `__eq__` is true for everything."""
    check = unittest.TestCase.assertEqual

    def assertEqual(self, first, second, msg=None):
        if equals_anything(first) or equals_anything(second):
            self.fail("The solution's value claims to be equal to everything.")
        check(self, first, second, msg)

    unittest.TestCase.assertEqual = assertEqual


def equals_anything(value, depth=0):
    kind = type(value)
    if kind in (list, tuple, set, frozenset, dict):
        items = value.values() if kind is dict else value
        return depth < 4 and any(equals_anything(item, depth + 1) for item in list(items)[:1000])
    if kind.__module__ in ("builtins", "unittest.mock"):
        return False
    try:
        return bool(value == Unknown())
    except Exception:
        return False


class Unknown:
    """A class that no solution knows, so that an honest value never equals it."""


def load(loader, folder, test):
    name = test[:-3].replace("/", ".")
    path = os.path.join(folder, test)
    test_folder = os.path.dirname(path)
    if test_folder not in sys.path:
        sys.path.insert(sys.path.index(folder) + 1, test_folder)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # Includes SystemExit: a solution that exits is not tested.
        return Broken(name, error)
    return loader.loadTestsFromModule(module)


class Broken(unittest.TestCase):
    """A test file that could not be loaded."""

    def __init__(self, name, error):
        super().__init__("fail_to_load")
        self.name, self.error = name, error

    def id(self):
        return self.name

    def fail_to_load(self):
        raise self.error


class OutcomeRecorder(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.outcomes = {}
        self.failed = []

    def addSuccess(self, test):
        self.outcomes.setdefault(test.id(), "passed")

    def addSkip(self, test, reason):
        self.outcomes[test.id()] = "skipped"

    def addExpectedFailure(self, test, err):
        self.outcomes.setdefault(test.id(), "passed")

    def addUnexpectedSuccess(self, test):
        self.record_failure(test, "The test passed, but was expected to fail.")

    def addFailure(self, test, err):
        self.record_failure(test, self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.record_failure(test, self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.record_failure(test, self._exc_info_to_string(err, test))

    def record_failure(self, test, text):
        self.outcomes[test.id()] = "failed"
        self.failed.append((test.id(), text))


def fingerprints(modules):
    """Everything that assertions are built on: replacing any of it would make tests pass without a solution."""
    found = {}
    for module in modules:
        for name, value in list(vars(module).items()):
            if name.startswith("__") and module is not builtins:
                continue
            if name == "_" and module is builtins:
                continue
            found[f"{module.__name__}.{name}"] = value
            if isinstance(value, type) and value.__module__.startswith("unittest"):
                for member, inner in list(vars(value).items()):
                    if callable(inner) or isinstance(inner, (staticmethod, classmethod, property)):
                        found[f"{module.__name__}.{name}.{member}"] = inner
    return found


def altered(before, after):
    return sorted(name for name, value in before.items() if after.get(name) is not value)


main(sys.argv[1])

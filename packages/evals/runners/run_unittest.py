"""Runs unittest files by an order and says, with the order's nonce, what came of each test."""

import builtins
import importlib.util
import os
import sys
import unittest
import unittest.mock


leave = os._exit
# Keeps frames of ours out of what a failed check says.
__unittest = True


def main(order_file):
    with open(order_file, encoding="utf-8") as file:
        nonce, results, folder, _, *tests = file.read().splitlines()
    os.unlink(order_file)
    let_solution_be_found(folder)
    compare_for_real()
    judges = [unittest, builtins, *(m for name, m in sys.modules.items() if name.startswith("unittest."))]
    before = fingerprints(judges)
    loader = unittest.TestLoader()
    suite = unittest.TestSuite(load(loader, folder, test) for test in tests)
    at_start = altered(before, fingerprints(judges))
    result = Seen()
    suite.run(result)
    for name in {*at_start, *altered(before, fingerprints(judges))}:
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
    leave(0 if lines and passed == len(lines) else 1)


def let_solution_be_found(folder):
    """After Python's own modules, so that none of those can be replaced, and before what others have installed."""
    installed = [i for i, path in enumerate(sys.path) if path.endswith(("site-packages", "dist-packages"))]
    sys.path.insert(installed[0] if installed else len(sys.path), folder)
    os.chdir(folder)


def compare_for_real():
    """A value that says it equals whatever it is compared with is equal to nothing."""
    check = unittest.TestCase.assertEqual

    def assertEqual(self, first, second, msg=None):
        if equals_anything(first) or equals_anything(second):
            self.fail("The solution's value says that it equals anything.")
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
        return bool(value == Nobody())
    except Exception:
        return False


class Nobody:
    """Known to no solution, so that nothing of one equals it."""


def load(loader, folder, test):
    name = test[:-3].replace("/", ".")
    path = os.path.join(folder, test)
    beside = os.path.dirname(path)
    if beside not in sys.path:
        sys.path.insert(sys.path.index(folder) + 1, beside)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # SystemExit as well: a solution that exits has not been tested.
        return Broken(name, error)
    return loader.loadTestsFromModule(module)


class Broken(unittest.TestCase):
    """Stands for a file of tests that could not be loaded."""

    def __init__(self, name, error):
        super().__init__("fail_to_load")
        self.name, self.error = name, error

    def id(self):
        return self.name

    def fail_to_load(self):
        raise self.error


class Seen(unittest.TestResult):
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
        self.note(test, "It was expected to fail.")

    def addFailure(self, test, err):
        self.note(test, self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.note(test, self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.note(test, self._exc_info_to_string(err, test))

    def note(self, test, text):
        self.outcomes[test.id()] = "failed"
        self.failed.append((test.id(), text))


def fingerprints(modules):
    """What the checks of tests are made of. Whoever replaces a part of it passes tests without solving anything."""
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

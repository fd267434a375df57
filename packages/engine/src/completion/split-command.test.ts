import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitCommand } from "./split-command.ts";

it.each<[string, string[]]>([
  ["npm test", ["npm test"]],
  ["cd app && npm test", ["cd app", "npm test"]],
  ["a | b || c; d &", ["a", "b", "c", "d"]],
  ["a 2>&1 | b &> log", ["a 2>&1", "b &> log"]],
  ["grep -E 'a|b' x && echo \"c && d\"", ["grep -E 'a|b' x", 'echo "c && d"']],
  ["echo $(a && (b; c)) && d", ["echo $(a && (b; c))", "d"]],
  ["(cd app && npm test) && ls", ["cd app", "npm test", "ls"]],
  ["# don't\na # it's\nb", ["a", "b"]],
  ["python - <<'EOF' && ls\nx = 1; y\nEOF\nb", ["python - <<'EOF'", "ls\nx = 1; y\nEOF", "b"]],
  ["cat <<EOF\na && b\nEOF", ["cat <<EOF\na && b\nEOF"]],
  ["  ;;  ", []],
])("splits %j", (command, expected) => {
  expect(splitCommand(command).map(({ text }) => text)).toEqual(expected);
});

it("names the operators on both sides", () => {
  expect(splitCommand("a && b |& c\nd &")).toEqual([
    { text: "a", before: "", after: "&&" },
    { text: "b", before: "&&", after: "|" },
    { text: "c", before: "|", after: ";" },
    { text: "d", before: ";", after: "&" },
  ]);
});

it("loses nothing but operators, blanks and comments", () => {
  const line = fc.string({ unit: fc.constantFrom(...Array.from("ab \n;&|()'\"`\\<>$EOF")), maxLength: 60 });
  fc.assert(
    fc.property(line, (command) => {
      const kept = splitCommand(command).map(({ text }) => text);
      const letters = (text: string) => text.replaceAll(/[^abEOF]/g, "");
      expect(letters(kept.join(""))).toBe(letters(command));
    }),
    { numRuns: 100 },
  );
});

it("handles deep nesting and long scripts", () => {
  expect(splitCommand("(".repeat(50_000))).toHaveLength(1);
  expect(splitCommand("(".repeat(2000) + "a" + ")".repeat(2000))).toHaveLength(1);
  expect(splitCommand("echo a; ".repeat(5000))).toHaveLength(5000);
});

const number = "(?:0|[1-9][0-9]{0,8})";
const version = new RegExp(`^${number}\\.${number}\\.${number}$`);
const partial = new RegExp(`^${number}(?:\\.${number}){0,2}$`);
const lowest = [0, 0, 0];
const highest = [1_000_000_000, 0, 0];

/** The highest version in the list that the range allows, or null. Throws a SyntaxError. */
export function pick(range, versions) {
  const alternatives = range.split("||").map(parseAlternative);
  const allows = (candidate) =>
    alternatives.some((conditions) =>
      conditions.every(([low, high]) => compare(low, candidate) <= 0 && compare(candidate, high) < 0),
    );
  const allowed = versions.map(parseVersion).filter(allows).sort(compare);
  return allowed.length > 0 ? allowed.at(-1).join(".") : null;
}

function parseVersion(text) {
  if (!version.test(text)) throw new SyntaxError(`"${text}" is no version`);
  return text.split(".").map(Number);
}

function parseAlternative(text) {
  const words = text.split(" ").filter((word) => word !== "");
  if (words.length === 0) throw new SyntaxError("an alternative has no condition");
  return words.map(parseCondition);
}

/** The versions that are allowed, from the first up to, not including, the second. */
function parseCondition(word) {
  const [, sign, rest] = /^(>=|<=|>|<|=|~|\^|)(.*)$/s.exec(word);
  const numbers = parsePartial(rest);
  if (numbers.length === 0 && sign !== "" && sign !== "=") throw new SyntaxError(`"${word}" needs a number`);
  const first = [...numbers, 0, 0, 0].slice(0, 3);
  switch (sign) {
    case ">=":
      return [first, highest];
    case ">":
      return [after(numbers), highest];
    case "<":
      return [lowest, first];
    case "<=":
      return [lowest, after(numbers)];
    case "~":
      return [first, after(numbers.slice(0, 2))];
    case "^": {
      const kept = numbers.findIndex((each) => each > 0);
      return [first, after(kept < 0 ? numbers : numbers.slice(0, kept + 1))];
    }
    default:
      return [first, after(numbers)];
  }
}

function parsePartial(text) {
  const parts = text.split(".");
  const isWild = (part) => part === "x" || part === "*";
  const wild = parts.findIndex(isWild);
  const given = wild < 0 ? parts : parts.slice(0, wild);
  const isGood = given.length === 0 || partial.test(given.join("."));
  if (parts.length > 3 || !isGood || !parts.slice(given.length).every(isWild))
    throw new SyntaxError(`"${text}" is no version`);
  return given.map(Number);
}

/** The first version above all that begin with these numbers. */
function after(numbers) {
  if (numbers.length === 0) return highest;
  return [...numbers.slice(0, -1), numbers.at(-1) + 1, 0, 0].slice(0, 3);
}

function compare(one, other) {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

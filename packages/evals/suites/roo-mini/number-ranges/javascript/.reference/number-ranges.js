/** The numbers as a short text. */
export function compact(numbers) {
  const runs = [];
  for (const number of inOrder(numbers)) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(","))).join(",");
}

/** The numbers that a text stands for. Throws a SyntaxError. */
export function expand(text) {
  if (/^ *$/.test(text)) return [];
  return inOrder(text.split(",").flatMap(expandPart));
}

function expandPart(part) {
  const found = /^ *(-?[0-9]+)(?:-(-?[0-9]+))? *$/.exec(part);
  if (!found) throw new SyntaxError(`"${part}" is no number and no range`);
  const first = Number(found[1]);
  const last = Number(found[2] ?? found[1]);
  if (last < first) throw new SyntaxError(`"${part}" descends`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function inOrder(numbers) {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

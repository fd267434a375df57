const maxDecisions = 40;

/** Splits a model's summary into the lines under "Decisions" and the rest. */
export function readSummary(text: string): { decisions: string[]; rest: string } {
  const decisions: string[] = [];
  const rest: string[] = [];
  let isDecisions = false;
  for (const line of text.trim().split("\n")) {
    const heading = /^#{1,6}\s*(.+?)\s*$/.exec(line)?.[1];
    if (heading !== undefined) isDecisions = /^decisions\b/i.test(heading);
    const item = isDecisions ? /^\s*[-*•]\s+(.+)$/.exec(line)?.[1] : undefined;
    if (item !== undefined) decisions.push(item.trim());
    else if (!isDecisions) rest.push(line);
    else if (heading === undefined && line.trim() !== "") decisions.push(line.trim());
  }
  const kept = decisions.filter((line) => !/^\(?(none|nothing)( yet)?\)?\.?$/i.test(line)).slice(-maxDecisions);
  return { decisions: kept, rest: rest.join("\n").trim() };
}

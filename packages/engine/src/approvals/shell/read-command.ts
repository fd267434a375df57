import type { CommandFacts } from "./command-facts.ts";
import { FactCollector } from "./fact-collector.ts";
import { type ParseShell, whyNotParsed } from "./parse-shell.ts";
import { walkScript } from "./walk-script.ts";

/** What a command line would do when bash runs it in a folder. Never throws: what it does not understand is a doubt. */
export function readCommand(parse: ParseShell, source: string, folder = "."): CommandFacts {
  const facts = new FactCollector({ parse, walk: walkScript, folder });
  const reason = whyNotParsed(source);
  if (reason === undefined) readScript(facts, source);
  else facts.doubt(`it cannot be judged: ${reason}`, "unread");
  return facts.result();
}

function readScript(facts: FactCollector, source: string): void {
  try {
    facts.enter(facts.parse(source), source);
  } catch {
    facts.doubt("it cannot be parsed", "unread");
  }
}

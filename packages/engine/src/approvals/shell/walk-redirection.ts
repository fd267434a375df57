import type { HereDoc, HereString, Redirect, Redirection } from "unbash";
import type { FactCollector } from "./fact-collector.ts";
import { readWord } from "./shell-word.ts";
import { walkPart, walkWord } from "./walk-word.ts";

/** The files and here-documents that the shell opens for a command; `isSilent`: the command prints nothing. */
export function walkRedirections(facts: FactCollector, redirections: readonly Redirection[], isSilent = false): void {
  for (const redirection of redirections) {
    facts.visit();
    if (redirection.descriptor?.type === "FileDescriptorVariable") facts.doubt("a redirection sets a variable");
    switch (redirection.type) {
      case "Redirect":
        walkRedirect(facts, redirection, isSilent);
        break;
      case "HereString":
        walkHereString(facts, redirection);
        break;
      case "HereDoc":
        walkHereDoc(facts, redirection);
        break;
      default:
        facts.doubt("a redirection is unknown");
    }
  }
}

function walkRedirect(facts: FactCollector, { operator, target }: Redirect, isSilent: boolean): void {
  if (!target) return facts.doubt("a redirection has no target");
  walkWord(facts, target);
  const { value, text, start } = readWord(target);
  const isDuplicate = (operator === ">&" || operator === "<&") && /^(\d+-?|-)$/.test(text);
  if (isDuplicate) return;
  if (operator === "<&") return facts.doubt(`<&${text} is unknown`);
  if (start.startsWith("/dev/tcp") || start.startsWith("/dev/udp")) facts.doubt("the shell opens a connection");
  const path = start === "~" && /^~(\/[\w./-]*)?$/.test(text) ? text : value;
  const isEmptied = isSilent && (operator === ">" || operator === ">|");
  facts.addFile({ use: operator === "<" ? "read" : "write", text, path, isEmptied: isEmptied || undefined });
}

function walkHereString(facts: FactCollector, { target }: HereString): void {
  if (!target) return facts.doubt("a here-string is empty");
  walkWord(facts, target);
  const isPrinted = /[$<>]\(|`/.test(target.text) && target.parts?.some((part) => part.type !== "SingleQuoted");
  if (isPrinted) facts.doubt("a here-string contains the output of a command");
  facts.addInput(target.value);
}

function walkHereDoc(facts: FactCollector, { body, closing, delimiter }: HereDoc): void {
  if (!closing || !delimiter) facts.doubt("a here-document has no end", "unread");
  for (const part of body.parts ?? []) walkPart(facts, part);
  facts.addInput(body.text);
}

import { diffArrays } from "diff";
import { indentOf } from "./indentation.ts";

/**
 * A three-way merge of a line: the model's change from `base` to `theirs`, applied to the file's own line. undefined
 * when both changed the same tokens of `base`.
 */
export function mergeLine(base: string, file: string, theirs: string): string | undefined {
  const [baseTokens, fileTokens, theirTokens] = [tokens(base), tokens(file), tokens(theirs)];
  const changes = [...changesOf(baseTokens, fileTokens), ...changesOf(baseTokens, theirTokens)].toSorted(
    (left, right) => left.from - right.from || left.to - right.to,
  );
  const isConflict = changes.some((change, index) => {
    const before = changes[index - 1];
    return before !== undefined && (change.from < before.to || change.from === before.from);
  });
  if (isConflict) return undefined;
  let position = 0;
  const merged = changes.flatMap((change) => {
    const kept = baseTokens.slice(position, change.from);
    position = change.to;
    return [...kept, ...change.tokens];
  });
  return [...merged, ...baseTokens.slice(position)].join("");
}

interface TokenChange {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly string[];
}

/** Indentation is handled elsewhere. */
function tokens(line: string): string[] {
  return line.slice(indentOf(line).length).match(/\s+|[\p{L}\p{N}_]+|[^]/gu) ?? [];
}

function changesOf(base: readonly string[], other: readonly string[]): TokenChange[] {
  const changes: TokenChange[] = [];
  let position = 0;
  for (const { added, removed, value } of diffArrays([...base], [...other])) {
    const last = changes.at(-1);
    if (added) {
      // jsdiff reports a replacement as two parts.
      if (last?.to === position) changes[changes.length - 1] = { ...last, tokens: [...last.tokens, ...value] };
      else changes.push({ from: position, to: position, tokens: value });
      continue;
    }
    if (removed) {
      if (last?.to === position) changes[changes.length - 1] = { ...last, to: position + value.length };
      else changes.push({ from: position, to: position + value.length, tokens: [] });
    }
    position += value.length;
  }
  return changes;
}

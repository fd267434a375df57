/** How many characters each part of a summary may take, and how many lines may say what was left out. */
export interface SummaryRoom {
  readonly goal: number;
  readonly newest: number;
  readonly said: number;
  readonly saidEach: number;
  readonly decisions: number;
  readonly todos: number;
  readonly files: number;
  readonly summary: number;
  readonly excerpt: number;
  readonly items: number;
}

const charactersPerToken = 3;
const tokensPerItem = 45;

export function roomWithin(tokens: number): SummaryRoom {
  const share = (part: number) => Math.floor(tokens * part * charactersPerToken);
  return {
    goal: share(0.16),
    newest: share(0.14),
    said: share(0.1),
    saidEach: share(0.03),
    decisions: share(0.07),
    todos: share(0.04),
    files: share(0.06),
    summary: share(0.15),
    excerpt: share(0.12),
    items: Math.max(1, Math.floor((tokens * 0.2) / tokensPerItem)),
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function firstSet(variables: readonly string[], environment: Environment): string | undefined {
  return variables.map((name) => environment[name]?.trim()).find((value) => value);
}

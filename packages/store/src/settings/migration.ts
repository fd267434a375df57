/** What a step makes of older keys. */
export interface MigrationOutcome {
  /** Values by key; undefined removes. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** What a person should know besides. */
  readonly remark?: string;
}

/** Brings settings of an older form to the next version. */
export interface Migration {
  /** The `settingsVersion` it leads to. Settings of that version or a later one do not pass through it. */
  readonly version: number;
  /** undefined when nothing of the older form is there. Never throws, whatever the values are. */
  migrate(values: Readonly<Record<string, unknown>>): MigrationOutcome | undefined;
}

/** A plan written in code, with the same defaults and short forms as in a file. */
export interface WorkflowInput {
  readonly name: string;
  readonly description?: string;
  readonly mode?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly phases: readonly PhaseInput[];
}

export interface PhaseInput {
  readonly id: string;
  readonly name?: string;
  readonly mode?: string;
  readonly dependsOn?: readonly string[];
  readonly subtasks: readonly (string | SubtaskInput)[];
  readonly retries?: number;
  readonly checks?: readonly (string | CheckInput)[];
}

export interface SubtaskInput {
  readonly id?: string;
  readonly message: string;
  readonly mode?: string;
  readonly dependsOn?: readonly string[];
  readonly retries?: number;
  readonly checks?: readonly (string | CheckInput)[];
}

export interface CheckInput {
  readonly command: string;
  readonly timeout?: number;
}

export interface Question {
  readonly ask: string;
  /** Files that contain the answer; finding any of them counts. */
  readonly files: readonly string[];
}

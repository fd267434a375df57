export interface Question {
  readonly ask: string;
  /** Where the answer is: any of them will do. */
  readonly files: readonly string[];
}

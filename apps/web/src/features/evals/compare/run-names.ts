/** What the two runs are called. */
export interface RunNames {
  readonly left: string;
  readonly right: string;
}

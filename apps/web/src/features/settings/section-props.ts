/** Every section shows what holds in one folder. */
export interface SectionProps {
  readonly workspaceId: string;
}

import { Page } from "../../ui/page.tsx";

export function ComparePage() {
  return <Page title="Compare runs">{null}</Page>;
}

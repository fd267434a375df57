import { Page } from "../../ui/page.tsx";

export function TrialPage() {
  return <Page title="Trial">{null}</Page>;
}

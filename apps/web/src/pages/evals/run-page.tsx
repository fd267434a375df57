import { Page } from "../../ui/page.tsx";

export function RunPage() {
  return <Page title="Eval run">{null}</Page>;
}

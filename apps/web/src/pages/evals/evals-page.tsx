import { Page } from "../../ui/page.tsx";

export function EvalsPage() {
  return <Page title="Evals">{null}</Page>;
}

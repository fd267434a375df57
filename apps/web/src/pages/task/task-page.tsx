import { Page } from "../../ui/page.tsx";

export function TaskPage() {
  return <Page title="Task">{null}</Page>;
}

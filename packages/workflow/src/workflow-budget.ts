/** What all tasks of one run may use together. */
export { BudgetLedger as WorkflowBudget, limitReached as limitFailure } from "@roo-code/types";

export { BudgetLedger as Budget, limitReached as limit } from "@roo-code/types";

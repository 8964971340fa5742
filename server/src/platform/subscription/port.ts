/** The part of subscriptions that other resources use. */
export { keepPlanPeriods, recordPlans } from './keep-plan-periods.ts'
export { insertCredit, listPlanPeriods, readCredit, setSellsPlans } from './queries.ts'
export { statementOf } from './statement.ts'

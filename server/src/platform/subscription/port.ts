/** The part of subscriptions that other resources use. */
export { planLimitsOff } from './errors.ts'
export { keepPlanPeriods, recordPlans } from './keep-plan-periods.ts'
export { insertCredit, listPlanPeriods, readCredit, setSellsPlans } from './queries.ts'
export { canSell, isSelling } from './selling.ts'
export { statementOf } from './statement.ts'

/** The part of usage that other resources use. */
export { createUsageCollector } from './collect-usage.ts'
export { cycleNamed, cycleOf, hourOf, hoursUntil, toBillingCycle, type Cycle } from './cycle.ts'
export { computeSizeOf } from './meters.ts'
export { isOverQuota, overageCents, quantitiesOf, type ProductQuantity } from './quantities.ts'
export { listUsageDays, readUsageHour, type UsageDay } from './queries.ts'

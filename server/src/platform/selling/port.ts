/** Whether plans have prices, for all resources that depend on it. */
export { planByAgreement, planLimitsOff } from './errors.ts'
export { canSell, isSelling, requireSelling } from './selling.ts'

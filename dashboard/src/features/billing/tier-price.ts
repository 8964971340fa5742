import type { PlanTier } from '@stoa/contract/catalog/plan-tiers'

/** The price of a tier as one text: `From $25 / month`. */
export function tierPrice({ priceLabel, priceMonthly, costUnit }: PlanTier): string {
  if (priceMonthly === 'Custom') return priceMonthly
  return [priceLabel, `$${priceMonthly}`, costUnit].filter(Boolean).join(' ')
}

import type { PlanId } from '../platform/organizations.ts'
import type { Rate } from './money.ts'
import { planQuotas } from './plan-quotas.ts'
import { USAGE_PRODUCTS, type UsageProductId } from './usage-products.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
const MILLION = 1_000_000
const COUNT = new Intl.NumberFormat('en-US')

/** A quantity of a product as plans write it: `500 MB`, `2 million`, `50,000`. */
export function quantityText(product: UsageProductId, quantity: number): string {
  const { unit } = USAGE_PRODUCTS[product]
  if (unit === 'bytes')
    return quantity % GB === 0 ? `${COUNT.format(quantity / GB)} GB` : `${quantity / MB} MB`
  return quantity >= MILLION && quantity % MILLION === 0
    ? `${quantity / MILLION} million`
    : COUNT.format(quantity)
}

/** A price as plans write it: `$0.09 per GB`, `$10 per 1000`. */
export function rateText(product: UsageProductId, { price, per }: Rate): string {
  return `$${price} per ${unitText(product, per)}`
}

/** The included quantity and the price of more: `['250 GB', 'then $0.09 per GB']`. */
export function quotaTexts(plan: PlanId, product: UsageProductId): readonly string[] {
  const { included, rate } = planQuotas[plan][product]
  if (included === null) return ['Unlimited']
  const first = included === 0 ? [] : [quantityText(product, included)]
  if (!rate) return first.length > 0 ? first : ['Not included']
  return [...first, first.length > 0 ? `then ${rateText(product, rate)}` : rateText(product, rate)]
}

function unitText(product: UsageProductId, per: number): string {
  if (USAGE_PRODUCTS[product].unit === 'bytes') return 'GB'
  if (product === 'branch_hours') return 'branch per hour'
  if (per === MILLION) return 'million'
  if (per > 1) return String(per)
  return product === 'active_users' ? 'MAU' : 'unit'
}

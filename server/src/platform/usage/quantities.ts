import { chargeOf } from '@stoa/contract/catalog/money'
import type { Quotas } from '@stoa/contract/catalog/plan-quotas'
import {
  USAGE_PRODUCT_IDS,
  USAGE_PRODUCTS,
  type UsageProductId,
} from '@stoa/contract/catalog/usage-products'
import type { UsageDay } from './queries.ts'

/** The quantity of a product that one project used in a cycle. */
export type ProjectQuantity = {
  readonly ref: string
  readonly name: string
  readonly quantity: number
}

/** The usage of a product in a cycle, and its part that the plan does not include. */
export type ProductQuantity = {
  readonly product: UsageProductId
  readonly quantity: number
  readonly overage: number
  /** The overage of each project, for a product that counts projects apart. */
  readonly overageOf: (project: ProjectQuantity) => number
  readonly projects: readonly ProjectQuantity[]
}

/** Adds up the days of an organization's cycle, of which `hours` have passed. */
export const quantitiesOf = (
  days: readonly UsageDay[],
  { quotas, hours }: { readonly quotas: Quotas; readonly hours: number },
): readonly ProductQuantity[] => {
  const byProduct = Map.groupBy(days, ({ product }) => product)
  return USAGE_PRODUCT_IDS.map((product) => {
    const projects = [...Map.groupBy(byProduct.get(product) ?? [], ({ ref }) => ref).values()]
      .map((rows) => quantityOf(product, rows, hours))
      .toSorted((one, other) => other.quantity - one.quantity || one.ref.localeCompare(other.ref))
    const quantity = projects.reduce((sum, each) => sum + each.quantity, 0)
    const { included } = quotas[product]
    const above = (value: number) => (included === null ? 0 : Math.max(0, value - included))
    const overageOf = (each: ProjectQuantity) => above(each.quantity)
    const overage = USAGE_PRODUCTS[product].isPerProject
      ? projects.reduce((sum, each) => sum + overageOf(each), 0)
      : above(quantity)
    return { product, quantity, overage, overageOf, projects }
  })
}

function quantityOf(
  product: UsageProductId,
  rows: readonly UsageDay[],
  hours: number,
): ProjectQuantity {
  const { ref = '', name = '' } = rows[0] ?? {}
  const sum = rows.reduce((total, row) => total + row.sum, 0)
  switch (USAGE_PRODUCTS[product].over) {
    case 'sum':
      return { ref, name, quantity: sum }
    case 'average':
      return { ref, name, quantity: Math.round(sum / hours) }
    case 'peak':
      return { ref, name, quantity: Math.max(0, ...rows.map(({ peak }) => peak)) }
  }
}

/** The price of an overage in cents; 0 if the plan sells no more or the spend cap forbids it. */
export function overageCents(
  product: UsageProductId,
  overage: number,
  { quotas, hasSpendCap }: { readonly quotas: Quotas; readonly hasSpendCap: boolean },
): number {
  const { rate, isCapped } = quotas[product]
  if (!rate || (isCapped && hasSpendCap)) return 0
  return Number(chargeOf(BigInt(overage), rate))
}

/** Whether the usage is above a quota whose overage is not billed. */
export const isOverQuota = (
  quantities: readonly ProductQuantity[],
  { quotas, hasSpendCap }: { readonly quotas: Quotas; readonly hasSpendCap: boolean },
): boolean =>
  quantities.some(({ product, overage }) => {
    const { rate, isCapped } = quotas[product]
    return overage > 0 && (!rate || (isCapped && hasSpendCap))
  })

import { USAGE_PRODUCTS, type UsageProductId } from '@stoa/contract/catalog/usage-products'
import type { ProductUsage } from '@stoa/contract/platform/usage'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'

const DAY_MS = 24 * 3_600_000

/** A quantity of a product: `1.5 GB`, `744 hours`, `1,204`. */
export function formatQuantity(product: UsageProductId, quantity: number): string {
  switch (USAGE_PRODUCTS[product].unit) {
    case 'bytes':
      return formatBytes(quantity)
    case 'hours':
      return quantity === 1 ? '1 hour' : `${formatCount(quantity)} hours`
    case 'count':
      return formatCount(Math.round(quantity))
  }
}

const KINDS = {
  sum: 'Total of the cycle so far',
  average: 'Average of all hours of the cycle so far',
  peak: 'Highest value of the cycle so far',
}

/** How the quantity of a product is computed. */
export const kindText = (product: UsageProductId): string => KINDS[USAGE_PRODUCTS[product].over]

/** The days of a product as bars. */
export function usageChart({ product, days, quantity }: ProductUsage): Chart {
  const { title, unit, over } = USAGE_PRODUCTS[product]
  return {
    label: title,
    description: over === 'sum' ? 'Per day' : 'Highest of each day',
    series: [{ name: title, tone: 'accent', values: days }],
    format: (value) => formatQuantity(product, value),
    total: formatQuantity(product, quantity),
    isBytes: unit === 'bytes',
    isCount: unit !== 'bytes',
    shape: 'bar',
  }
}

/** The days of a cycle that begins at a time, in milliseconds. */
export const dayTimes = (from: string, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Date.parse(from) + index * DAY_MS)

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `Mar 5`. The days of a cycle are those of UTC. */
export const formatDay = (time: number): string => DAY.format(time)

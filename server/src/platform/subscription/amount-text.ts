import type { UsageProduct } from '@stoa/contract/catalog/usage-products'

const COUNT = new Intl.NumberFormat('en-US')
const GB = 1024 ** 3

/** A quantity in the text of an invoice: `12.5 GB`, `744 hours`, `1,204`. */
export function amountText(unit: UsageProduct['unit'], quantity: number): string {
  switch (unit) {
    case 'bytes':
      return `${Number((quantity / GB).toFixed(2))} GB`
    case 'hours':
      return quantity === 1 ? '1 hour' : `${COUNT.format(quantity)} hours`
    case 'count':
      return COUNT.format(quantity)
  }
}

import { formatCurrency } from '../../lib/currency.ts'

/** Whole cents as an amount of US dollars. */
export const dollars = (cents: number): string => formatCurrency(cents / 100)

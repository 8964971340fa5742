/** A price in US dollars, in the decimals of a string, for `per` units: `0.09` for each 1024³ bytes. */
export type Rate = { readonly price: string; readonly per: number }

/** Prices have at most five decimals. */
const DECIMALS = 5
const PER_CENT = 10n ** BigInt(DECIMALS - 2)

/**
 * The price of a quantity in cents, rounded once, half a cent upwards. It is computed with whole
 * numbers, so that no binary fraction is rounded on the way.
 */
export function chargeOf(quantity: bigint, { price, per }: Rate): bigint {
  if (quantity <= 0n) return 0n
  return divideRounded(quantity * smallestUnits(price), BigInt(per) * PER_CENT)
}

/** A part of an amount, such as the price of a month for some of its milliseconds. */
export const shareOf = (cents: number, part: number, whole: number): number =>
  Number(divideRounded(BigInt(cents) * BigInt(part), BigInt(whole)))

/** `2500` cents as `25.00`. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function divideRounded(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n)
}

/** A price such as `0.00325` as a whole number of its fifth decimals. */
function smallestUnits(price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  if (fraction.length > DECIMALS) throw new Error(`The price ${price} has too many decimals`)
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}

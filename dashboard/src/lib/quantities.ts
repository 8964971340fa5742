export const GIGABYTE = 1024 ** 3

const COUNT = new Intl.NumberFormat('en')
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1,204`. */
export const formatCount = (count: number): string => COUNT.format(count)

/**
 * `812 bytes`, `9.4 MB`, `8 GB`; with at most one decimal, below 10. The units are those of Postgres,
 * powers of 1024. Only a size that is round in powers of 1000 alone is written in these, because the
 * Storage API reads `20MB` as 20,000,000 bytes.
 */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const binary = inUnit(bytes, 1024)
  const decimal = inUnit(bytes, 1000)
  const { value, unit } = !isShort(binary.value) && isShort(decimal.value) ? decimal : binary
  return `${shortened(value)} ${UNITS[unit] ?? ''}`
}

function inUnit(bytes: number, base: 1000 | 1024) {
  let value = bytes
  let unit = 0
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= base
    unit += 1
  }
  return { value, unit }
}

const shortened = (value: number): number => Number(value.toFixed(value < 9.95 ? 1 : 0))

/** Whether a value is written without rounding. */
const isShort = (value: number): boolean => shortened(value) === value

export const GIGABYTE = 1024 ** 3

const COUNT = new Intl.NumberFormat('en')
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1,204`. */
export const formatCount = (count: number): string => COUNT.format(count)

/** `812 bytes`, `9.4 MB`, `8 GB`; with at most one decimal, below 10. The units are those of Postgres. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return bytes === 1 ? '1 byte' : `${Number(value.toFixed(digits))} ${UNITS[unit] ?? ''}`
}

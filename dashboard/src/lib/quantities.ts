export const GIGABYTE = 1024 ** 3

const COUNT = new Intl.NumberFormat('en')
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** `1,204`. */
export const formatCount = (count: number): string => COUNT.format(count)

/** `1 column`, `1,200 columns`, for nouns that take an s. */
export const formatNouns = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** `812 bytes`, `9.44 MB`, `8 GB`; with at most two decimals, in units of 1024. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return bytes === 1 ? '1 byte' : `${Number(value.toFixed(2))} ${UNITS[unit] ?? ''}`
}

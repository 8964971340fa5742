export const SIZE_UNITS = ['bytes', 'kB', 'MB', 'GB'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

const factorOf = (unit: SizeUnit): number => 1024 ** SIZE_UNITS.indexOf(unit)

/** A size as people type it, in the largest unit that needs at most three decimals. */
export function sizeParts(bytes: number | null): { text: string; unit: SizeUnit } {
  if (bytes === null) return { text: '', unit: 'MB' }
  const unit = SIZE_UNITS.findLast((candidate) => {
    const value = bytes / factorOf(candidate)
    return value >= 1 && Number(value.toFixed(3)) === value
  })
  return { text: String(bytes / factorOf(unit ?? 'bytes')), unit: unit ?? 'bytes' }
}

/** Bytes of a typed size: null for an empty text, NaN for invalid text. */
export function sizeInBytes({ text, unit }: { text: string; unit: SizeUnit }): number | null {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * factorOf(unit)) : NaN
}

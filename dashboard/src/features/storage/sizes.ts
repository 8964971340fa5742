export const SIZE_UNITS = ['bytes', 'kB', 'MB', 'GB'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

type SizeParts = { readonly text: string; readonly unit: SizeUnit }

const factorOf = (unit: SizeUnit, base = 1024): number => base ** SIZE_UNITS.indexOf(unit)

/**
 * A size as people type it: in powers of 1024, or of 1000 if that is shorter, with at most three
 * decimals.
 */
export function sizeParts(bytes: number | null): SizeParts {
  if (bytes === null) return { text: '', unit: 'MB' }
  const all = [1024, 1000].flatMap((base) =>
    SIZE_UNITS.toReversed().map((unit) => ({ value: bytes / factorOf(unit, base), unit })),
  )
  const neat = all.filter(({ value }) => value >= 1 && Number(value.toFixed(3)) === value)
  const parts = neat.map(({ value, unit }) => ({ text: String(value), unit }))
  const [shortest = { text: String(bytes), unit: 'bytes' as const }] = parts.toSorted(
    (a, b) => a.text.length - b.text.length,
  )
  return shortest
}

/**
 * Bytes of a typed size: null for an empty text, NaN for a text that is no size. A text that is as
 * the field showed it at first means the same bytes as then.
 */
export function sizeInBytes(
  { text, unit }: SizeParts,
  initial: number | null = null,
): number | null {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  const shown = sizeParts(initial)
  if (typed === shown.text && unit === shown.unit) return initial
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(typed) ? Math.round(Number(typed) * factorOf(unit)) : NaN
}

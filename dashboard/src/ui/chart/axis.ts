const STEPS = [1, 2, 5, 10]

type AxisOptions = { isCount: boolean; isBytes?: boolean }

/**
 * The highest value of an axis from 0 that shows `highest`: 1, 2 or 5 times a power of ten, so that
 * its half is a round number, too. Counts need whole halves, so their axis ends at 2 at least.
 */
export function axisEnd(highest: number, { isCount, isBytes = false }: AxisOptions): number {
  if (isBytes) return bytesEnd(highest)
  const least = isCount ? 2 : Number.MIN_VALUE
  const value = Math.max(highest, least)
  const power = 10 ** Math.floor(Math.log10(value))
  const end = (STEPS.find((step) => step * power >= value) ?? 10) * power
  // Half of 5 is no count.
  return isCount && end % 2 !== 0 ? end + 1 : end
}

/** A round number of bytes, kB, MB or GB. */
function bytesEnd(highest: number): number {
  const value = Math.max(highest, 2)
  const unit = 1024 ** Math.floor(Math.log(value) / Math.log(1024))
  // The next unit begins before 1000 of this one.
  return value / unit > 500 ? unit * 1024 : unit * axisEnd(value / unit, { isCount: false })
}

/** The indexes of the first, the middle and the last of some points, each once. */
export const axisTimes = (count: number): readonly number[] => [
  ...new Set(
    [0, Math.floor((count - 1) / 2), count - 1].filter((index) => index >= 0 && index < count),
  ),
]

/** The values at the bottom, in the middle and at the top of an axis, and where a value is on it. */
export type ValueAxis = {
  readonly ticks: readonly [number, number, number]
  /** From 0 at the bottom to 1 at the top; undefined for a value that the axis cannot show. */
  readonly place: (value: number) => number | undefined
}

export function linearAxis(
  { lowest, highest }: { lowest: number; highest: number },
  options: AxisOptions,
): ValueAxis {
  const end = lowest < 0 && highest <= 0 ? 0 : axisEnd(highest, options)
  const start = lowest < 0 ? -axisEnd(-lowest, options) : 0
  return {
    ticks: [start, (start + end) / 2, end],
    place: (value) => (value - start) / (end - start),
  }
}

/** Between the powers of ten around positive values. */
export function logarithmicAxis(values: readonly number[]): ValueAxis {
  const positive = values.filter((value) => value > 0)
  const low = positive.length === 0 ? 0 : Math.floor(Math.log10(Math.min(...positive)))
  const high = positive.length === 0 ? 0 : Math.ceil(Math.log10(Math.max(...positive)))
  // The middle is a power of ten as well.
  const span = Math.max(2, high - low + ((high - low) % 2))
  return {
    ticks: [10 ** low, 10 ** (low + span / 2), 10 ** (low + span)],
    place: (value) => (value > 0 ? (Math.log10(value) - low) / span : undefined),
  }
}

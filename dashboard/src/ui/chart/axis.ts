const STEPS = [1, 2, 5, 10]

/**
 * The highest value of an axis from 0 that shows `highest`: 1, 2 or 5 times a power of ten, so that
 * its half is a round number, too. Counts need whole halves, so their axis ends at 2 at least.
 */
export function axisEnd(highest: number, { isCount }: { isCount: boolean }): number {
  const least = isCount ? 2 : Number.MIN_VALUE
  const value = Math.max(highest, least)
  const power = 10 ** Math.floor(Math.log10(value))
  const end = (STEPS.find((step) => step * power >= value) ?? 10) * power
  // Half of 5 is no count.
  return isCount && end % 2 !== 0 ? end + 1 : end
}

/** The indexes of the first, the middle and the last of some points, each once. */
export const axisTimes = (count: number): readonly number[] => [
  ...new Set(
    [0, Math.floor((count - 1) / 2), count - 1].filter((index) => index >= 0 && index < count),
  ),
]

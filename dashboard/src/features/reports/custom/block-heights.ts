/** The height of a plot in a block of so many rows. A row with its gap is 32 units. */
const HEIGHTS: Readonly<Record<number, string>> = {
  2: 'h-28',
  3: 'h-60',
  4: 'h-92',
  5: 'h-124',
  6: 'h-156',
}

export const plotHeight = (rows: number): string => HEIGHTS[rows] ?? 'h-28'

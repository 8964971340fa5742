/** The height of a plot in a block of so many rows. A row with its gap is 32 units. */
const HEIGHTS: Readonly<Record<number, string>> = {
  2: 'h-32',
  3: 'h-64',
  4: 'h-96',
  5: 'h-128',
  6: 'h-160',
}

export const plotHeight = (rows: number): string => HEIGHTS[rows] ?? 'h-32'

/** The maximum number of 32 px rows: browsers lay out elements of up to 33,554,428 px. */
export const MOST_ROWS = 1_048_575
/** The number of rows per window of a longer table. */
export const WINDOW_ROWS = 1_000_000

export type RowWindow = {
  /** Position of the window's first row in the table. */
  readonly first: number
  readonly length: number
  readonly index: number
  readonly count: number
}

/** The part of a table of `total` rows that one grid can show. */
export function rowWindow(total: number, wanted: number): RowWindow {
  if (total <= MOST_ROWS) return { first: 0, length: total, index: 0, count: 1 }
  const count = Math.ceil(total / WINDOW_ROWS)
  const index = Math.max(0, Math.min(count - 1, wanted))
  const first = index * WINDOW_ROWS
  return { first, length: Math.min(WINDOW_ROWS, total - first), index, count }
}

/** Positions `first` to `first + length - 1`, the only row data that the grid receives. */
export function positions({ first, length }: RowWindow): readonly number[] {
  const all = Array.from<number>({ length })
  for (let index = 0; index < length; index += 1) all[index] = first + index
  return all
}

export type CellPosition = { readonly row: number; readonly column: number }
export type CellRange = {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export type RangeSelection = {
  /** The rectangle, or undefined when at most one cell is selected. */
  range: () => CellRange | undefined
  /** The cell that the next extension starts from. */
  focus: () => CellPosition | undefined
  /** Starts a new selection at one cell. */
  start: (position: CellPosition) => void
  /** Extends the rectangle from the first cell to this one. */
  extend: (position: CellPosition) => void
  clear: () => void
  /**
   * The `first-last` columns of the rectangle in this row, or '' outside it: cheap to compare per
   * row.
   */
  span: (row: number) => string
  subscribe: (listener: () => void) => () => void
}

/** The rectangle of cells selected with the mouse or with Shift and the arrow keys. */
export function createRangeSelection(): RangeSelection {
  let anchor: CellPosition | undefined
  let focus: CellPosition | undefined
  let range: CellRange | undefined
  const listeners = new Set<() => void>()

  function update(): void {
    const isSingle = anchor?.row === focus?.row && anchor?.column === focus?.column
    range =
      anchor === undefined || focus === undefined || isSingle
        ? undefined
        : {
            firstRow: Math.min(anchor.row, focus.row),
            lastRow: Math.max(anchor.row, focus.row),
            firstColumn: Math.min(anchor.column, focus.column),
            lastColumn: Math.max(anchor.column, focus.column),
          }
    for (const listener of listeners) listener()
  }

  return {
    range: () => range,
    focus: () => focus,
    start(position) {
      anchor = position
      focus = position
      update()
    },
    extend(position) {
      anchor ??= position
      focus = position
      update()
    },
    clear() {
      anchor = undefined
      focus = undefined
      update()
    },
    span(row) {
      if (range === undefined || row < range.firstRow || row > range.lastRow) return ''
      return `${range.firstColumn}-${range.lastColumn}`
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a column is within a span that `RangeSelection.span` returned. */
export function isInSpan(span: string, column: number): boolean {
  if (span === '') return false
  const [first, last] = span.split('-')
  return column >= Number(first) && column <= Number(last)
}

export type RowKeys = {
  /** The React key of a row. Rows never rendered together share a key, so elements are reused. */
  of: (row: number) => string
  /** Sets the height of the grid's row area, in px. */
  resize: (height: number) => void
  /** Sets the row with the active cell, which the grid keeps rendered when it is scrolled away. */
  setActive: (row: number) => void
}

const ROW_HEIGHT = 32
/** Rows that the grid renders above and below the visible ones. */
const OVERSCAN = 4

/**
 * Lets rows that scroll into view reuse the elements of rows that scroll out. Creating the elements
 * of a row costs several times as much as changing their texts, and scrolling would create them for
 * every row.
 */
export function createRowKeys(): RowKeys {
  let drawn = 64
  let active = -1
  return {
    of(row) {
      const slot = row % drawn
      // A far-away active row can be rendered together with a row that has the same slot.
      return active >= 0 && row !== active && active % drawn === slot ? `beside-${slot}` : `${slot}`
    },
    resize(height) {
      drawn = Math.ceil(height / ROW_HEIGHT) + 1 + 2 * OVERSCAN
    },
    setActive(row) {
      active = row
    },
  }
}

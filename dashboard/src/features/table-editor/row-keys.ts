export type RowKeys = {
  /** React's key for a row: rows that never show together share one, so that elements are reused. */
  of: (row: number) => string
  /** Takes the height of the rows' part of the grid, in px. */
  resize: (height: number) => void
  /** The row that has the keyboard; the grid keeps it even when it is scrolled away. */
  setActive: (row: number) => void
}

const ROW_HEIGHT = 32
/** Rows the grid draws above and below those in sight. */
const OVERSCAN = 4

/**
 * Hands elements of rows that scroll out to rows that scroll in. Making the elements of a row costs
 * several times what changing their texts does, and scrolling does it for every row that passes.
 */
export function createRowKeys(): RowKeys {
  let drawn = 64
  let active = -1
  return {
    of(row) {
      const slot = row % drawn
      // The row with the keyboard may be drawn from afar beside the row that has its slot.
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

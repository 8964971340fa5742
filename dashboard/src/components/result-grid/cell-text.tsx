import type { Cell } from '@stoa/contract/services/meta/cell'

/** A cell shows at most this many characters, because the browser lays out even hidden text. */
const SHOWN_LENGTH = 300

/**
 * Shows the value of a cell on one line. NULL and empty text look different from each other and
 * from any text value, a line break is shown as ↵, and spaces at its ends as dots.
 */
export function CellText({ value, isBoolean = false }: { value: Cell; isBoolean?: boolean }) {
  if (value === null) return <span className="cell-null">NULL</span>
  if (value === '') return <span className="cell-null">EMPTY</span>
  // Postgres prints booleans as t and f.
  if (isBoolean) return value === 't' ? 'true' : 'false'
  const text = oneLine(value)
  if (!/^ | $/.test(text)) return text
  const inner = text.trim()
  const before = text.length - text.trimStart().length
  return (
    <>
      <Spaces count={before} />
      {inner}
      <Spaces count={text.length - before - inner.length} />
    </>
  )
}

/** Spaces at the start or end of a value, which would look like none. */
const Spaces = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="cell-space" aria-hidden>
      {'·'.repeat(count)}
    </span>
  )

function oneLine(value: string): string {
  const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value
  return shown.replaceAll(/\r?\n/g, ' ↵ ')
}

import type { Cell } from '@stoa/contract/services/meta/cell'

/** Beyond this a cell shows no more: nobody sees it, and the browser lays out what nobody sees. */
const SHOWN_LENGTH = 300

/**
 * The value of a cell on one line. NULL and empty text look different from each other and from any
 * word; line breaks show as a sign of their own.
 */
export function CellText({ value, isBoolean = false }: { value: Cell; isBoolean?: boolean }) {
  if (value === null) return <span className="cell-null">NULL</span>
  if (value === '') return <span className="cell-null">EMPTY</span>
  // Postgres prints t and f; people read words.
  if (isBoolean) return value === 't' ? 'true' : 'false'
  return oneLine(value)
}

function oneLine(value: string): string {
  const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value
  return shown.replaceAll(/\r?\n/g, ' ↵ ')
}

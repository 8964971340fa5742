import { z } from 'zod'
import { invalidCursor } from '../../../lib/refusals.ts'

/** The last row of a page: its value of the list's order, as text, and its id. */
export type Position = { readonly key: string; readonly id: string }

const Cursor = z.tuple([z.string(), z.string().max(400), z.guid()])

/** The cursor for the page after a position, which is valid only for this order. */
export const cursorOf = (order: string, { key, id }: Position): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url')

/** Reads a cursor of this order; 400 `invalid_cursor`. */
export function positionOf(cursor: string, order: string): Position {
  const read = Cursor.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success || read.data[0] !== order) throw invalidCursor()
  const [, key, id] = read.data
  return { key, id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

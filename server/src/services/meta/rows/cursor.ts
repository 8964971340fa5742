import { z } from 'zod'
import { invalidCursor } from '../../../lib/refusals.ts'
import type { OrderKey } from './order.ts'

/** The end of a window of rows. */
export type Cursor = {
  /** Number of rows before it, when it was created. */
  readonly offset: number
  /** The last row's order values; null if they do not identify a row or are too long to send. */
  readonly values: readonly (string | null)[] | null
  /** The last row's `ctid`, if the rows are ordered by their places. */
  readonly place?: string | undefined
}

const Wire = z.object({
  order: z.string(),
  offset: z.int().min(0),
  values: z.array(z.string().nullable()).nullable(),
  place: z
    .string()
    .regex(/^\(\d{1,10},\d{1,5}\)$/)
    .optional(),
})

/** The cursor as opaque text. It contains the order it was created for. */
export const writeCursor = (cursor: Cursor, keys: readonly OrderKey[]): string =>
  Buffer.from(JSON.stringify({ order: describe(keys), ...cursor })).toString('base64url')

/** Throws 400 `invalid_cursor` for text that is not a cursor, or a cursor of another order. */
export function readCursor(text: string, keys: readonly OrderKey[]): Cursor {
  const { data } = Wire.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (data?.order !== describe(keys)) throw invalidCursor()
  if (data.values && data.values.length !== keys.length) throw invalidCursor()
  return { offset: data.offset, values: data.values, place: data.place }
}

const describe = (keys: readonly OrderKey[]): string =>
  JSON.stringify(
    keys.map(({ column, ascending, nullsFirst }) => [column.name, ascending, nullsFirst]),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

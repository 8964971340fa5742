import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { OrderKey } from './order.ts'

/** Where a window of rows ended. */
export type Cursor = {
  /** Rows before it, counted when it was written. */
  readonly offset: number
  /** The last row's order values; null where they do not tell rows apart or are too long to send. */
  readonly values: readonly (string | null)[] | null
}

const Wire = z.object({
  order: z.string(),
  offset: z.int().min(0),
  values: z.array(z.string().nullable()).nullable(),
})

/** The cursor as opaque text. It names the order it was made for. */
export const writeCursor = (cursor: Cursor, keys: readonly OrderKey[]): string =>
  Buffer.from(JSON.stringify({ order: describe(keys), ...cursor })).toString('base64url')

/** 400 `invalid_cursor` for text that is no cursor, or one of another order. */
export function readCursor(text: string, keys: readonly OrderKey[]): Cursor {
  const { data } = Wire.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (data?.order !== describe(keys)) throw invalidCursor()
  if (data.values && data.values.length !== keys.length) throw invalidCursor()
  return { offset: data.offset, values: data.values }
}

/** Also for a cursor whose values Postgres refuses: a column changed its type since. */
export const invalidCursor = () =>
  new AppError('invalid_cursor', 'The cursor does not belong to this order of rows.', {
    status: 400,
    hint: 'Start again from the first row.',
  })

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

import type { AppError } from '../../../lib/errors.ts'
import { refusal } from '../errors.ts'

/** Offset and limit. */
export type Range = { readonly offset: number; readonly limit: number | undefined }

const RANGE = /^(\d+)-(\d*)$/

/** The first and the last row, counted from 0; a last one before the first means none. */
type Span = { readonly first: number; readonly last: number }

/**
 * The intersection of the `Range` header (`0-24`, in rows) and the URL. A negative offset reduces
 * the limit, and only `limit=0` requests no rows. Throws PGRST103 (416) if the range is empty.
 */
export function parseRange(
  header: string | undefined,
  limit: number | undefined,
  offset: number | undefined,
): Range {
  const first = offset ?? 0
  const asked = { first, last: limit === undefined ? Infinity : first + limit - 1 }
  // The range of `limit=0`, regardless of the header.
  if (asked.last === -1) return { offset: 0, limit: 0 }
  const sent = spanOf(header)
  const common = {
    first: Math.max(asked.first, sent.first),
    last: Math.min(asked.last, sent.last),
  }
  if (common.last < common.first)
    throw unsatisfiable(
      sent.last < sent.first
        ? 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
        : 'Limit should be greater than or equal to zero.',
    )
  return {
    offset: common.first,
    limit: common.last === Infinity ? undefined : common.last - common.first + 1,
  }
}

function spanOf(header: string | undefined): Span {
  const match = header === undefined ? null : RANGE.exec(header.trim())
  if (!match) return { first: 0, last: Infinity }
  const [, first, last] = match
  return {
    first: Math.min(Number(first), Number.MAX_SAFE_INTEGER),
    last: last === '' ? Infinity : Math.min(Number(last), Number.MAX_SAFE_INTEGER),
  }
}

export const unsatisfiable = (details: string): AppError =>
  refusal('PGRST103', 'Requested range not satisfiable', { status: 416, details })

import type { AppError } from '../../../lib/errors.ts'
import { refusal } from '../errors.ts'

/** Rows to skip and at most to answer with. */
export type Range = { readonly offset: number; readonly limit: number | undefined }

const RANGE = /^(\d{1,15})-(\d{0,15})$/

/** What both the `Range` header (`0-24`, in rows) and the address allow. Throws PGRST103 (416). */
export function parseRange(
  header: string | undefined,
  limit: number | undefined,
  offset: number | undefined,
): Range {
  if (limit !== undefined && limit < 0)
    throw unsatisfiable('Limit should be greater than or equal to zero.')
  const asked = { offset: Math.max(offset ?? 0, 0), limit }
  const match = header === undefined ? null : RANGE.exec(header.trim())
  if (!match) return asked
  const first = Number(match[1])
  const last = match[2] === '' ? undefined : Number(match[2])
  if (last !== undefined && last < first)
    throw unsatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  const start = Math.max(asked.offset, first)
  if (limit === 0) return { offset: start, limit: 0 }
  const ends = [
    ...(last === undefined ? [] : [last + 1]),
    ...(limit === undefined ? [] : [asked.offset + limit]),
  ]
  if (ends.length === 0) return { offset: start, limit: undefined }
  const common = Math.min(...ends) - start
  // PostgREST's word for a header and parameters that have no row in common.
  if (common <= 0) throw unsatisfiable('Limit should be greater than or equal to zero.')
  return { offset: start, limit: common }
}

export const unsatisfiable = (details: string): AppError =>
  refusal('PGRST103', 'Requested range not satisfiable', { status: 416, details })

import { badInput } from '../errors.ts'
import type { Arguments } from './compile-context.ts'

/** The requested page of a collection. */
export type Page = {
  readonly isBackward: boolean
  readonly size: number
  readonly offset: number
  /** The rows after it in reading direction are requested. */
  readonly cursor: string | undefined
}

/** Reads the paging arguments. Rejects combinations that define no page. */
export function pageOf(given: Arguments, maxRows: number): Page {
  const first = count(given['first'], 'first')
  const last = count(given['last'], 'last')
  const offset = count(given['offset'], 'offset')
  const after = text(given['after'])
  const before = text(given['before'])
  refuseBoth(first, last, 'only one of "first" and "last" may be provided')
  refuseBoth(before, after, 'only one of "before" and "after" may be provided')
  refuseBoth(first, before, '"first" may only be used with "after"')
  refuseBoth(last, after, '"last" may only be used with "before"')
  refuseBoth(offset, last ?? before, '"offset" may only be used with "first" and "after"')
  const isBackward = last !== undefined || before !== undefined
  return {
    isBackward,
    size: Math.min(first ?? last ?? maxRows, maxRows),
    offset: offset ?? 0,
    cursor: isBackward ? before : after,
  }
}

function count(value: unknown, name: string): number | undefined {
  if (typeof value !== 'number') return undefined
  if (value < 0)
    throw badInput(`\`${name}\` must be an unsigned integer`, 'Use 0 or a larger number.')
  return value
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

function refuseBoth(one: unknown, other: unknown, message: string) {
  if (one !== undefined && other !== undefined)
    throw badInput(message, 'Page forward with first and after, backward with last and before.')
}

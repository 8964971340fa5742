import { badInput } from '../errors.ts'
import type { Arguments } from './compile-context.ts'

/** Which page of a collection is asked for. */
export type Page = {
  readonly isBackward: boolean
  readonly size: number
  readonly offset: number
  /** Rows lie behind it in the direction of reading. */
  readonly cursor: string | undefined
}

/** Reads the paging arguments; refuses combinations that mean no page. */
export function pageOf(given: Arguments, maxRows: number): Page {
  const first = count(given['first'], 'first')
  const last = count(given['last'], 'last')
  const offset = count(given['offset'], 'offset')
  const after = text(given['after'])
  const before = text(given['before'])
  refuseBoth('first', first, 'last', last)
  refuseBoth('after', after, 'before', before)
  refuseBoth('first', first, 'before', before)
  refuseBoth('last', last, 'after', after)
  refuseBoth('last', last, 'offset', offset)
  refuseBoth('before', before, 'offset', offset)
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
  if (value < 0) throw badInput(`${name} must not be negative.`)
  return value
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

function refuseBoth(...[one, oneValue, other, otherValue]: [string, unknown, string, unknown]) {
  if (oneValue !== undefined && otherValue !== undefined)
    throw badInput(
      `${one} and ${other} may not be combined.`,
      'Page forward with first and after, backward with last and before.',
    )
}

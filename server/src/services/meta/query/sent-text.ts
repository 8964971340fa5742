import { invalidRequest } from '../../../lib/refusals.ts'
import type { BoundParameters } from './bound-parameters.ts'
import { readTextShape, type TextShape } from './text-shape.ts'

/** The text that Postgres gets for a request. */
export type SentText = {
  readonly text: string
  /** Length of what the server adds before the member's text, without a line break. */
  readonly prefixLength: number
  readonly shape: TextShape
  /** The text is sent by the protocol that refuses a second statement. */
  readonly mayStop: boolean
}

type TextRequest = Pick<BoundParameters, 'parameters'> & {
  readonly sql: string
  readonly explain?: keyof typeof EXPLAIN | undefined
}

const EXPLAIN = {
  plan: 'explain (format json) ',
  analyze: 'explain (analyze, buffers, format json) ',
} as const

/** Throws 400 `invalid_request` for several statements with parameters, or to explain. */
export function textOf({ sql, explain, parameters }: TextRequest): SentText {
  const prefix = explain ? EXPLAIN[explain] : ''
  const text = prefix + sql
  const shape = readTextShape(text)
  const isSingle = parameters !== undefined || explain !== undefined
  if (isSingle && shape.statementCount > 1) throw severalStatements(explain !== undefined)
  return {
    text,
    prefixLength: prefix.length,
    shape,
    mayStop: isSingle || shape.isPlainSelect,
  }
}

const severalStatements = (isExplained: boolean) =>
  invalidRequest(
    isExplained
      ? 'Only a single statement can be explained.'
      : 'A query with parameters must be a single statement.',
    isExplained
      ? 'Select one statement.'
      : 'Send each statement in a request of its own, or use no parameters.',
  )

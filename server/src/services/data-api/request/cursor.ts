import type { AppError } from '../../../lib/errors.ts'
import { parseFailure, refusal } from '../errors.ts'

/**
 * A position in the text of a query parameter. Parsers move it forward and throw PGRST100 on a
 * syntax error.
 */
export type Cursor = {
  readonly text: string
  /** The parameter's name in an error: `select parameter`, `filter` … */
  readonly what: string
  at: number
}

/** The parsers are recursive, so nesting is limited. More than this is an attack or a mistake. */
const MAX_DEPTH = 50

export const cursorOver = (what: string, text: string): Cursor => ({ what, text, at: 0 })

export const isAtEnd = (cursor: Cursor): boolean => cursor.at >= cursor.text.length

/** Skips `token` if it comes next. */
export function skip(cursor: Cursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

export function expect(cursor: Cursor, token: string): void {
  if (!skip(cursor, token)) throw unexpected(cursor, `"${token}"`)
}

/** Consumes the match of a sticky regular expression at this position. */
export function take(cursor: Cursor, sticky: RegExp): string | undefined {
  sticky.lastIndex = cursor.at
  const found = sticky.exec(cursor.text)?.[0]
  if (found === undefined) return undefined
  cursor.at += found.length
  return found
}

const BLANKS = /[ \t]+/y
export const skipBlanks = (cursor: Cursor): void => void take(cursor, BLANKS)

export function unexpected(cursor: Cursor, expecting: string): AppError {
  const next = isAtEnd(cursor) ? 'end of input' : `"${cursor.text[cursor.at]}"`
  return parseFailure(cursor.what, cursor.text, `unexpected ${next} expecting ${expecting}`, {
    line: 1,
    column: cursor.at + 1,
  })
}

export function guardDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw refusal('PGRST100', 'The query is nested too deeply', {
      status: 400,
      details: `The maximum is ${MAX_DEPTH} levels.`,
    })
}

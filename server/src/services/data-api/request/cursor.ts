import type { AppError } from '../../../lib/errors.ts'
import { parseFailure, refusal } from '../errors.ts'

/** A position in one query parameter's text. Parsers move it forward and throw PGRST100 where they cannot. */
export type Cursor = {
  readonly text: string
  /** What the parameter is, for the refusal: `select parameter`, `filter` … */
  readonly what: string
  at: number
}

/** Nesting past this is an attack or a mistake, and the parsers are recursive. */
const MAX_DEPTH = 50

export const cursorOver = (what: string, text: string): Cursor => ({ what, text, at: 0 })

export const isAtEnd = (cursor: Cursor): boolean => cursor.at >= cursor.text.length

/** Moves past `token` where it stands next. */
export function skip(cursor: Cursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

export function expect(cursor: Cursor, token: string): void {
  if (!skip(cursor, token)) throw unexpected(cursor, `"${token}"`)
}

/** Takes what a sticky expression matches here. */
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
      details: `At most ${MAX_DEPTH} levels are read.`,
    })
}

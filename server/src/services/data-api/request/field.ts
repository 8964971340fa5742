import {
  expect,
  guardDepth,
  isAtEnd,
  skip,
  skipBlanks,
  take,
  unexpected,
  type Cursor,
} from './cursor.ts'

/** One step into a JSON value: `->key`, `->0`, or `->>` for its text. */
export type JsonStep = {
  readonly key: string
  readonly isIndex: boolean
  readonly isText: boolean
}

/** A column, or a place inside a JSON column. */
export type Field = { readonly name: string; readonly path: readonly JsonStep[] }

const NAME = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy
const INDEX = /-?\d+(?=$|->|::|[.,)])/y
const QUOTED = /(?:[^"\\]|\\[\s\S])*/y

/** A name as clients write it: letters, digits, `_`, `$`, blanks inside, dashes, or anything in double quotes. */
export function takeName(cursor: Cursor): string {
  const quoted = takeQuoted(cursor)
  if (quoted !== undefined) return quoted
  const name = take(cursor, NAME)?.trim()
  if (!name) throw unexpected(cursor, 'field name (* or [a..z0..9_$])')
  return name
}

/** Text in double quotes with backslash escapes, or nothing when none stands here. */
export function takeQuoted(cursor: Cursor): string | undefined {
  if (!skip(cursor, '"')) return undefined
  const inside = take(cursor, QUOTED) ?? ''
  expect(cursor, '"')
  return inside.includes('\\') ? inside.replaceAll(/\\([\s\S])/g, '$1') : inside
}

export function takePath(cursor: Cursor): readonly JsonStep[] {
  if (!cursor.text.startsWith('->', cursor.at)) return noSteps
  const steps: JsonStep[] = []
  while (skip(cursor, '->')) {
    const isText = skip(cursor, '>')
    const index = take(cursor, INDEX)
    steps.push(
      index === undefined
        ? { key: takeName(cursor), isIndex: false, isText }
        : { key: index, isIndex: true, isText },
    )
    guardDepth(steps.length)
  }
  return steps
}

const noSteps: readonly JsonStep[] = []

export function takeField(cursor: Cursor): Field {
  skipBlanks(cursor)
  const field = { name: takeName(cursor), path: takePath(cursor) }
  skipBlanks(cursor)
  return field
}

/** The key of a filter: relations to go through, then the field, `authors.books.title`. */
export function parseFieldPath(cursor: Cursor): {
  readonly path: readonly string[]
  readonly field: Field
} {
  const names = [takeName(cursor)]
  while (skip(cursor, '.')) names.push(takeName(cursor))
  const path = takePath(cursor)
  if (!isAtEnd(cursor)) throw unexpected(cursor, 'end of input')
  const name = names.pop() ?? ''
  return { path: names, field: { name, path } }
}

import {
  cursorOver,
  expect,
  guardDepth,
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

const NAME = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const INDEX = /-?\d+(?=$|->|::|[.,)])/y
const QUOTED = /(?:[^"\\]|\\[\s\S])*/y

/** A name: letters, digits, `_`, `$`, inner blanks and dashes, or any text in double quotes. */
export const takeName = (cursor: Cursor): string =>
  takeQuoted(cursor) ?? takeWords(cursor, NAME, 'field name (* or [a..z0..9_$])')

/** A key of a JSON value: characters without a meaning in the grammar, or any text in quotes. */
const takeKey = (cursor: Cursor): string =>
  takeQuoted(cursor) ?? takeWords(cursor, KEY, 'any non reserved character different from: .,>()')

const DASH = /-(?!>)/y

/** Words joined by dashes, each without surrounding blanks. */
function takeWords(cursor: Cursor, words: RegExp, expecting: string): string {
  const found = take(cursor, words)
  if (found === undefined || take(cursor, DASH) !== undefined) throw unexpected(cursor, expecting)
  const trimmed = found.trim()
  return trimmed.includes(' ') && trimmed.includes('-')
    ? trimmed
        .split('-')
        .map((word) => word.trim())
        .join('-')
    : trimmed
}

/** Text in double quotes with backslash escapes, or undefined if there is none here. */
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
        ? { key: takeKey(cursor), isIndex: false, isText }
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

/** The key of a filter: a path of relations and the field, such as `authors.books.title`. */
export function parseFieldPath(cursor: Cursor): {
  readonly path: readonly string[]
  readonly field: Field
} {
  const names = [takeName(cursor)]
  while (skip(cursor, '.')) names.push(takeName(cursor))
  const path = takePath(cursor)
  const name = names.pop() ?? ''
  return { path: names, field: { name, path } }
}

/** The names in the key of an order, a count or a group: `authors.books.order`. */
export function namesOf(key: string): readonly string[] {
  if (!key.includes('"')) return key.split('.')
  const { path, field } = parseFieldPath(cursorOver('tree path', key))
  return [...path, field.name]
}

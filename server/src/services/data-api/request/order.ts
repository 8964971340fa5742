import { cursorOver, isAtEnd, skip, skipBlanks, unexpected } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { takeField, type Field } from './field.ts'

export type OrderTerm = {
  /** Sorts by a column of a resource embedded to one: `authors(name)`. */
  readonly relation: string | undefined
  readonly field: Field
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** Reads `order=`. */
export function parseOrder(text: string): readonly OrderTerm[] {
  const cursor = cursorOver('order', text)
  const terms: OrderTerm[] = []
  do {
    skipBlanks(cursor)
    terms.push(takeTerm(cursor))
    if (!isAtEnd(cursor) && cursor.text[cursor.at] !== ',')
      throw unexpected(cursor, '"asc", "desc", "nullsfirst" or "nullslast"')
  } while (skip(cursor, ','))
  return terms
}

function takeTerm(cursor: Cursor): OrderTerm {
  const first = takeField(cursor)
  const isRelated = first.path.length === 0 && skip(cursor, '(')
  const field = isRelated ? takeField(cursor) : first
  if (isRelated && !skip(cursor, ')')) throw unexpected(cursor, '")"')
  const direction = takeWord(cursor, { asc: '.asc', desc: '.desc' })
  const nulls = takeWord(cursor, { first: '.nullsfirst', last: '.nullslast' })
  return { relation: isRelated ? first.name : undefined, field, direction, nulls }
}

function takeWord<Word extends string>(
  cursor: Cursor,
  words: Readonly<Record<Word, string>>,
): Word | undefined {
  for (const word in words) if (skip(cursor, words[word])) return word
  return undefined
}

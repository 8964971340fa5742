import { refusal } from '../errors.ts'
import { cursorOver, guardDepth, isAtEnd, skip, skipBlanks, take, unexpected } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { takeField, takeName, type Field } from './field.ts'

export type SelectItem =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'field'
      readonly field: Field
      readonly cast: string | undefined
      readonly alias: string | undefined
      readonly aggregate: Aggregate | undefined
    }
  /** `count()`: the number of rows. */
  | {
      readonly kind: 'count'
      readonly alias: string | undefined
      readonly cast: string | undefined
    }
  | EmbedItem

export type AggregateName = 'sum' | 'avg' | 'count' | 'max' | 'min'
/** `price.sum()::text`: over all rows with equal values of the other selected columns. */
export type Aggregate = { readonly name: AggregateName; readonly cast: string | undefined }

/** A related resource inside its parent: `alias:relation!hint!inner(select)`. */
export type EmbedItem = {
  readonly kind: 'embed'
  readonly relation: string
  readonly alias: string | undefined
  readonly hint: string | undefined
  readonly isInner: boolean
  /** `...relation(select)`: its columns become the parent's. */
  readonly isSpread: boolean
  readonly select: readonly SelectItem[]
}

/** A type's name for `cast`. Words only, because it becomes part of the SQL text. */
const CAST = /[\p{L}\p{N}_ $]+/uy
/** Postgres itself takes 1664 columns. */
const MAX_ITEMS = 1000

const AGGREGATE_CALL = /\.(?:sum|avg|count|max|min)\(\)/y
const COUNT_CALL = /count\(\)/y

/** The text that an item can begin with. */
const START = /^(?:[\p{L}\p{N}_ \t$"]|\.\.\.|\*(?:[,)]|$))/u

/**
 * Reads `select=`; an empty list selects everything. As in PostgREST, reading ends where the list
 * stops being valid: anything after the last `)`, or after a surplus `)`, is ignored.
 */
export function parseSelect(text: string): readonly SelectItem[] {
  if (!START.test(text)) return everything
  const cursor = cursorOver('select parameter', text)
  const items = takeItems(cursor, 1)
  const isOver = isAtEnd(cursor) || items.at(-1)?.kind === 'embed' || skip(cursor, ')')
  if (!isOver) throw unexpected(cursor, '"," or end of input')
  return items
}

export const everything: readonly SelectItem[] = [{ kind: 'star' }]

function takeItems(cursor: Cursor, depth: number): readonly SelectItem[] {
  guardDepth(depth)
  const items: SelectItem[] = []
  do {
    skipBlanks(cursor)
    items.push(takeItem(cursor, depth))
    skipBlanks(cursor)
    if (items.length > MAX_ITEMS)
      throw refusal('PGRST100', `More than ${MAX_ITEMS} items in one select`, { status: 400 })
  } while (skip(cursor, ','))
  return items
}

function takeItem(cursor: Cursor, depth: number): SelectItem {
  if (skip(cursor, '*')) return { kind: 'star' }
  if (skip(cursor, '...')) {
    const spread = { relation: takeName(cursor), alias: undefined, isSpread: true }
    return takeEmbed(cursor, depth, spread)
  }
  if (take(cursor, COUNT_CALL) !== undefined)
    return { kind: 'count', alias: undefined, cast: takeCast(cursor) }
  const first = takeField(cursor)
  const hasAlias = first.path.length === 0 && isAliasEnd(cursor)
  if (hasAlias) cursor.at += 1
  const alias = hasAlias ? first.name : undefined
  if (hasAlias && take(cursor, COUNT_CALL) !== undefined)
    return { kind: 'count', alias, cast: takeCast(cursor) }
  const field = hasAlias ? takeField(cursor) : first
  const next = cursor.text[cursor.at]
  const isRelation = field.path.length === 0 && field.name !== 'count'
  if (isRelation && (next === '(' || next === '!'))
    return takeEmbed(cursor, depth, { relation: field.name, alias, isSpread: false })
  const cast = takeCast(cursor)
  return { kind: 'field', field, cast, alias, aggregate: takeAggregate(cursor) }
}

function takeAggregate(cursor: Cursor): Aggregate | undefined {
  const name = take(cursor, AGGREGATE_CALL)?.slice(1, -2)
  return isAggregate(name) ? { name, cast: takeCast(cursor) } : undefined
}

const AGGREGATES: ReadonlySet<string | undefined> = new Set<AggregateName>([
  'sum',
  'avg',
  'count',
  'max',
  'min',
])
const isAggregate = (name: string | undefined): name is AggregateName => AGGREGATES.has(name)

const takeCast = (cursor: Cursor) => (skip(cursor, '::') ? takeType(cursor) : undefined)

function takeType(cursor: Cursor): string {
  const type = take(cursor, CAST)?.trim()
  if (!type) throw unexpected(cursor, 'letter or digit')
  return type
}

const isAliasEnd = ({ text, at }: Cursor) => text[at] === ':' && text[at + 1] !== ':'

function takeEmbed(
  cursor: Cursor,
  depth: number,
  start: Pick<EmbedItem, 'relation' | 'alias' | 'isSpread'>,
): EmbedItem {
  let hint: string | undefined
  let isInner = false
  for (let count = 0; count < 2 && skip(cursor, '!'); count += 1) {
    const word = takeName(cursor)
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint ??= word
  }
  if (!skip(cursor, '(')) throw unexpected(cursor, '"("')
  skipBlanks(cursor)
  if (skip(cursor, ')')) return { kind: 'embed', ...start, hint, isInner, select: [] }
  const select = takeItems(cursor, depth + 1)
  if (!skip(cursor, ')')) throw unexpected(cursor, '")" or ","')
  return { kind: 'embed', ...start, hint, isInner, select }
}

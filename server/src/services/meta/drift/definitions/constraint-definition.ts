import type { WordReader } from '../sql-words.ts'
import { exactly, expression, names, shownName, type Facets } from './facets.ts'

export type ConstraintType = 'primary key' | 'unique' | 'check' | 'foreign key' | 'exclude'

export type ReadConstraint = {
  /** Undefined if Postgres chooses the name. */
  readonly name: string | undefined
  readonly type: ConstraintType
  readonly columns: readonly string[]
  /** The table of a foreign key. */
  readonly references: { readonly schema: string; readonly name: string } | undefined
  /** The index that becomes one of the constraint. */
  readonly usedIndex: string | undefined
  readonly facets: Facets
  /** The SQL after the name. */
  readonly text: string
}

/** Words with which a constraint of a table or of a column begins. */
export const CONSTRAINT_WORDS: ReadonlySet<string> = new Set([
  'constraint',
  'primary',
  'unique',
  'check',
  'foreign',
  'exclude',
])

type ConstraintPlace = {
  /** The column that of a constraint that is written after its type. */
  readonly column?: string
}

/** Reads a constraint with its name; undefined, with nothing read but a name, if there is none. */
export function readConstraint(
  words: WordReader,
  { column }: ConstraintPlace = {},
): ReadConstraint | undefined {
  const name = words.skip('constraint') ? words.name() : undefined
  const from = words.at
  const facets: Facets = new Map()
  const own = column === undefined ? undefined : [column]
  const type = readType(words)
  if (type === undefined) return undefined
  let columns: readonly string[] = []
  let references: ReadConstraint['references']
  let usedIndex: string | undefined
  if (type === 'check') {
    const [text = ''] = words.list()
    facets.set('expression', expression(text))
  } else if (type === 'exclude') {
    facets.set('expression', 'unknown')
    words.textUntil(TABLE_ENDS)
  } else if (type === 'foreign key') {
    columns = own ?? readNames(words)
    words.skip('references')
    references = readReferences(words, facets)
  } else {
    if (words.skip('nulls', 'not', 'distinct')) facets.set('nulls', exactly('not distinct'))
    words.skip('nulls', 'distinct')
    if (words.skip('using', 'index')) {
      usedIndex = words.name()
      facets.set('columns', 'unknown')
    } else columns = own ?? readNames(words)
    if (words.skip('include')) facets.set('include', names(readNames(words)))
  }
  if (columns.length > 0) facets.set('columns', names(columns))
  facets.set('kind', exactly(type))
  readAttributes(words, facets)
  return {
    name,
    type,
    columns,
    references,
    usedIndex,
    facets,
    text: tableText(words.textFrom(from), type, column),
  }
}

const TABLE_ENDS: ReadonlySet<string> = new Set([',', ')', 'deferrable', 'initially'])

function readType(words: WordReader): ConstraintType | undefined {
  if (words.skip('primary', 'key')) return 'primary key'
  if (words.skip('unique')) return 'unique'
  if (words.skip('check')) return 'check'
  if (words.skip('foreign', 'key')) return 'foreign key'
  if (words.skip('exclude')) return 'exclude'
  return words.peek() === 'references' ? 'foreign key' : undefined
}

/** The names in the parentheses that come next. */
export function readNames(words: WordReader): string[] {
  const found: string[] = []
  if (!words.skip('(')) return found
  while (!words.isAtEnd && !words.skip(')')) {
    const name = words.name()
    if (name !== undefined) found.push(name)
    else if (!words.skip(',')) words.take()
  }
  return found
}

function readReferences(words: WordReader, facets: Facets) {
  const table = words.qualified()
  const target = readNames(words)
  if (table !== undefined)
    facets.set('references', exactly(`${table.schema}.${table.name}`, JSON.stringify(table)))
  // Without columns, it is the primary key, which another statement defines.
  facets.set('referenced_columns', target.length === 0 ? 'unknown' : names(target))
  return table
}

function readAttributes(words: WordReader, facets: Facets): void {
  for (;;) {
    if (words.skip('on', 'delete')) setAction(words, facets, 'on_delete')
    else if (words.skip('on', 'update')) setAction(words, facets, 'on_update')
    else if (words.skip('match', 'full')) facets.set('match', exactly('full'))
    else if (words.skip('match', 'simple')) facets.delete('match')
    else if (words.skip('not', 'deferrable') || words.skip('initially', 'immediate')) continue
    else if (words.skip('deferrable')) facets.set('deferrable', exactly('deferrable'))
    else if (words.skip('initially', 'deferred'))
      facets.set('deferrable', exactly('initially deferred'))
    else if (words.skip('not', 'valid')) facets.set('validated', exactly('not valid'))
    else if (words.skip('not', 'enforced')) facets.set('enforced', exactly('not enforced'))
    else if (words.skip('no', 'inherit')) facets.set('inherited', exactly('no inherit'))
    else if (words.skip('with')) words.skipParentheses()
    else return
  }
}

function setAction(words: WordReader, facets: Facets, property: 'on_delete' | 'on_update'): void {
  facets.delete(property)
  if (words.skip('no', 'action')) return
  const from = words.at
  if (words.skip('set')) {
    words.take()
    words.skipParentheses()
  } else words.take()
  facets.set(property, exactly(words.textFrom(from).toLowerCase().replaceAll(/\s+/g, ' ')))
}

const KEY = /^(?:primary\s+key|unique(?:\s+nulls\s+(?:not\s+)?distinct)?)/i

/** A constraint of a column in the form of one of the table. */
function tableText(text: string, type: ConstraintType, column: string | undefined): string {
  if (column === undefined) return text
  const columns = `(${shownName(column)})`
  if (type === 'foreign key') return `foreign key ${columns} ${text}`
  return text.replace(KEY, (key) => `${key} ${columns}`)
}

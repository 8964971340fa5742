import type { WordReader } from '../sql-words.ts'
import { readConstraint, type ReadConstraint } from './constraint-definition.ts'
import { exactly, expression, type Facets } from './facets.ts'
import { isSerial, typeFacet } from './type-text.ts'

const COLUMN_PARTS = [
  'collate',
  'storage',
  'compression',
  'options',
  'constraint',
  'not',
  'null',
  'default',
  'generated',
  'primary',
  'unique',
  'check',
  'references',
  'deferrable',
  'initially',
]
const ENDS: ReadonlySet<string> = new Set([...COLUMN_PARTS, ',', ')'])
const TYPE_ENDS: ReadonlySet<string> = new Set([...ENDS, 'using'])

export type ReadColumn = {
  readonly facets: Facets
  /** The constraints after the type. */
  readonly constraints: readonly ReadConstraint[]
}

/** Reads a column after its name, to the comma or parenthesis that ends it. */
export function readColumn(words: WordReader, name: string): ReadColumn {
  const facets: Facets = new Map()
  const constraints: ReadConstraint[] = []
  const type = words.textUntil(TYPE_ENDS)
  facets.set('type', typeFacet(type))
  if (isSerial(type)) {
    facets.set('not_null', exactly('not null'))
    // Postgres chooses the name of the sequence.
    facets.set('default', 'unknown')
  }
  while (!words.isAtEnd && words.peek() !== ',' && words.peek() !== ')') {
    if (readColumnPart(words, facets)) continue
    const constraint = readConstraint(words, { column: name })
    if (constraint !== undefined) constraints.push(constraint)
    // A part that is not compared.
    else words.take()
  }
  if (constraints.some(({ type: kind }) => kind === 'primary key'))
    facets.set('not_null', exactly('not null'))
  return { facets, constraints }
}

function readColumnPart(words: WordReader, facets: Facets): boolean {
  if (words.skip('not', 'null')) facets.set('not_null', exactly('not null'))
  else if (words.skip('null')) facets.delete('not_null')
  else if (words.skip('default')) setDefault(words, facets)
  else if (words.skip('generated')) readGenerated(words, facets)
  else return false
  return true
}

/** Postgres keeps no default that is null. */
export function setDefault(words: WordReader, facets: Facets): void {
  const text = readDefault(words)
  if (text.toLowerCase() === 'null') facets.delete('default')
  else facets.set('default', expression(text))
}

/** The first word belongs to the expression in any case, as in `default null`. */
function readDefault(words: WordReader): string {
  const from = words.at
  if (words.peek() === '(' || words.peek() === 'case') words.textUntil(ENDS)
  else words.take()
  words.textUntil(ENDS)
  return words.textFrom(from)
}

/** Reads `always as identity`, `by default as identity` or `always as (…) stored`. */
export function readGenerated(words: WordReader, facets: Facets): void {
  const isAlways = words.skip('always')
  if (!isAlways) words.skip('by', 'default')
  words.skip('as')
  if (words.skip('identity')) {
    facets.set('identity', exactly(isAlways ? 'always' : 'by default'))
    facets.set('not_null', exactly('not null'))
    words.skipParentheses()
    return
  }
  const [text = ''] = words.list()
  facets.set('generated', {
    ...expression(text),
    // Postgres 18 computes a column when it is read unless the SQL says otherwise.
    exact: words.skip('stored') ? 'stored' : 'virtual',
  })
  words.skip('virtual')
}

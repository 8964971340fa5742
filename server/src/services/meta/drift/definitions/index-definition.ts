import { WordReader } from '../sql-words.ts'
import { readNames } from './constraint-definition.ts'
import { exactly, expression, names, setFlag, shownName, type Facets } from './facets.ts'

const PREDICATE_ENDS: ReadonlySet<string> = new Set([';'])
const COMMA: ReadonlySet<string> = new Set([','])

/** Reads an index after its table. */
export function readIndexDefinition(words: WordReader, isUnique: boolean): Facets {
  const facets: Facets = new Map()
  setFlag(facets, 'unique', isUnique && 'unique')
  facets.set('method', exactly(words.skip('using') ? (words.name() ?? '') : 'btree'))
  facets.set('columns', readElements(words.list()))
  if (words.skip('include')) facets.set('include', names(readNames(words)))
  if (words.skip('nulls', 'not', 'distinct')) facets.set('nulls', exactly('not distinct'))
  words.skip('nulls', 'distinct')
  if (words.skip('with')) words.skipParentheses()
  if (words.skip('tablespace')) words.name()
  if (words.skip('where')) facets.set('condition', expression(words.textUntil(PREDICATE_ENDS)))
  return facets
}

function readElements(texts: readonly string[]) {
  const elements = texts.map(readElement)
  return {
    text: texts.join(', '),
    exact: JSON.stringify(elements.map(({ column, order }) => [column, order])),
    expressions: elements.flatMap(({ expressions }) => expressions),
  }
}

type IndexElement = {
  readonly column: string | null
  readonly expressions: readonly string[]
  /** Collation, operator class and order, without what Postgres adds by default. */
  readonly order: string
}

function readElement(text: string): IndexElement {
  const words = WordReader.of(text)
  if (words.peek() === '(') {
    words.skipParentheses()
    return { column: null, expressions: [words.textFrom(0)], order: readOrder(words) }
  }
  const column = words.name()
  while (words.skip('.')) words.name()
  if (words.peek() === '(') {
    words.skipParentheses()
    return { column: null, expressions: [words.textFrom(0)], order: readOrder(words) }
  }
  return { column: shownName(column ?? ''), expressions: [], order: readOrder(words) }
}

function readOrder(words: WordReader): string {
  const from = words.at
  const rest = words.textUntil(COMMA)
  if (rest === '') return ''
  const text = words.textFrom(from).toLowerCase().replaceAll(/\s+/g, ' ')
  const isDescending = / ?\bdesc\b/.test(text)
  return text
    .replace(/\basc\b/, '')
    .replace(isDescending ? 'nulls first' : 'nulls last', '')
    .replaceAll(/\b[a-z_]+\./g, '')
    .trim()
}

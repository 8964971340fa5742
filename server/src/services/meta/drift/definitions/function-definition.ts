import { WordReader } from '../sql-words.ts'
import { exactly, setFlag, type Facets } from './facets.ts'
import { normalType, typeFacet } from './type-text.ts'

const MODES = new Set(['in', 'out', 'inout', 'variadic'])
const DEFAULTS: ReadonlySet<string> = new Set(['default', '=', ':'])
/** The first words of types that have several. */
const LONG_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['double', ['precision']],
  ['character', ['varying']],
  ['bit', ['varying']],
  ['national', ['character', 'char']],
  ['timestamp', ['with', 'without', '(']],
  ['time', ['with', 'without', '(']],
  ['interval', ['year', 'month', 'day', 'hour', 'minute', 'second', '(']],
])

/**
 * The types of the arguments that identify a function, without lengths, from its parentheses: an
 * overload has other types.
 */
export function readSignature(words: WordReader): string {
  const types: string[] = []
  for (const text of words.list()) {
    const type = argumentType(text)
    if (type !== undefined) types.push(type)
  }
  return types.join(', ')
}

/** Undefined for an output. */
function argumentType(text: string): string | undefined {
  const words = WordReader.of(text)
  const mode = words.peek() ?? ''
  if (MODES.has(mode)) words.take()
  if (mode === 'out') return undefined
  const from = words.at
  const whole = words.textUntil(DEFAULTS)
  const rest = WordReader.of(words.textFrom(from))
  const isType = isTypeAlone(rest)
  const name = WordReader.of(whole)
  if (!isType) name.name()
  return normalType(name.textFrom(name.at, Number.POSITIVE_INFINITY)).replaceAll(/\([\d, ]*\)/g, '')
}

/** Whether a first word is the beginning of the type, not the name of the argument. */
function isTypeAlone(words: WordReader): boolean {
  const first = words.peek()
  words.name()
  if (words.isAtEnd) return true
  const next = words.peek()
  if (next === '.' || next === '[' || next === '(' || next === '%') return true
  return first !== undefined && (LONG_TYPES.get(first)?.includes(next ?? '') ?? false)
}

const RETURN_ENDS: ReadonlySet<string> = new Set([
  'language',
  'transform',
  'window',
  'immutable',
  'stable',
  'volatile',
  'not',
  'leakproof',
  'called',
  'returns',
  'strict',
  'external',
  'security',
  'parallel',
  'cost',
  'rows',
  'support',
  'set',
  'as',
  'begin',
  'return',
])

/** Reads a function after its arguments. */
export function readFunctionDefinition(words: WordReader): Facets {
  const facets: Facets = new Map()
  facets.set('volatility', exactly('volatile'))
  facets.set('language', exactly('sql'))
  while (!words.isAtEnd) if (!readFunctionPart(words, facets)) words.take()
  return facets
}

/** Reads an option that `create function` and `alter function` share, or one of the former. */
export function readFunctionPart(words: WordReader, facets: Facets): boolean {
  if (words.skip('returns', 'null', 'on', 'null', 'input') || words.skip('strict'))
    setFlag(facets, 'strict', 'strict')
  else if (words.skip('called')) facets.delete('strict')
  else if (words.skip('returns')) readReturns(words, facets)
  else if (words.skip('language'))
    facets.set('language', exactly(words.takeText().replaceAll("'", '').toLowerCase()))
  else if (words.skip('security', 'definer')) setFlag(facets, 'security', 'definer')
  else if (words.skip('security', 'invoker')) facets.delete('security')
  else if (words.skip('set')) readSetting(words, facets)
  else if (words.skip('as')) readBody(words, facets)
  else if (words.skip('begin', 'atomic') || words.skip('return')) {
    // Postgres stores such a body as a tree and prints it in its own words.
    facets.set('body', 'unknown')
    while (!words.isAtEnd) words.take()
  } else {
    const next = words.peek()
    if (next !== 'immutable' && next !== 'stable' && next !== 'volatile') return false
    words.take()
    facets.set('volatility', exactly(next))
  }
  return true
}

function readReturns(words: WordReader, facets: Facets): void {
  if (words.skip('table')) {
    const columns = words.list()
    facets.set('returns', exactly(`table (${columns.join(', ')})`, tableType(columns)))
    return
  }
  const isSet = words.skip('setof')
  const type = words.textUntil(RETURN_ENDS)
  const { exact } = typeFacet(type)
  facets.set('returns', exactly(isSet ? `setof ${type}` : type, isSet ? `setof ${exact}` : exact))
}

const tableType = (columns: readonly string[]): string =>
  JSON.stringify(
    columns.map((text) => {
      const words = WordReader.of(text)
      const name = words.name()
      return [name, normalType(words.textFrom(words.at, Number.POSITIVE_INFINITY))]
    }),
  )

/** A setting of a function, such as its search path. */
function readSetting(words: WordReader, facets: Facets): void {
  const name = words.name()
  const text = words.textUntil(RETURN_ENDS)
  const before = facets.get('settings')
  const earlier = before === undefined || before === 'unknown' ? [] : [before.text]
  const value = text
    .replace(/^(?:=|to\b)\s*/i, '')
    .replaceAll(/["' ]/g, '')
    .toLowerCase()
  facets.set('settings', exactly([...earlier, `${name}=${value}`].toSorted().join('; ')))
}

/** A body that is a constant; one of a C function has two. */
function readBody(words: WordReader, facets: Facets): void {
  const body = bodyOf(words.takeText())
  facets.set('body', body === undefined ? 'unknown' : exactly(body, normalBody(body)))
}

const DOLLARS = /^(\$[^$]*\$)([^]*)\1/
const PLAIN = /^'([^]*)'/

/** Text after the constant is dropped; undefined for one with escapes. */
function bodyOf(text: string): string | undefined {
  const dollars = DOLLARS.exec(text)?.[2]
  if (dollars !== undefined) return dollars
  return PLAIN.exec(text)?.[1]?.replaceAll("''", "'")
}

/** Line ends and the space around a body have no effect. */
const normalBody = (body: string): string => body.replaceAll('\r\n', '\n').trim()

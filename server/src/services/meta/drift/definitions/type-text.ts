import { WordReader } from '../sql-words.ts'
import { exactly, shownName, type Facet } from './facets.ts'

/** The names of built-in types in the form that Postgres prints. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['int2', 'smallint'],
  ['serial', 'integer'],
  ['serial4', 'integer'],
  ['bigserial', 'bigint'],
  ['serial8', 'bigint'],
  ['smallserial', 'smallint'],
  ['serial2', 'smallint'],
  ['bool', 'boolean'],
  ['varchar', 'character varying'],
  ['national character varying', 'character varying'],
  ['char', 'character'],
  ['nchar', 'character'],
  ['national character', 'character'],
  ['bpchar', 'character'],
  ['varbit', 'bit varying'],
  ['float', 'double precision'],
  ['float8', 'double precision'],
  ['float4', 'real'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['timestamptz', 'timestamp with time zone'],
  ['timestamp', 'timestamp without time zone'],
  ['timetz', 'time with time zone'],
  ['time', 'time without time zone'],
])

const SERIAL = /^(?:big|small)?serial[248]?$/i

export const isSerial = (type: string): boolean => SERIAL.test(type)

/**
 * A type, compared by the last part of its name: whether a name without a schema means the one in
 * `public` or in `extensions` depends on the search path.
 */
export const typeFacet = (text: string): Facet => exactly(text, normalType(text))

export function normalType(text: string): string {
  const words = WordReader.of(text)
  const name: string[] = []
  let length = ''
  let isArray = false
  while (!words.isAtEnd) {
    const before = words.peek()
    if (before === '(') length = `(${words.list().join(',')})`
    else if (before === '[') {
      isArray = true
      while (!words.isAtEnd && !words.skip(']')) words.take()
    } else if (words.skip('array')) isArray = true
    else if (words.skip('.')) name.length = 0
    else if (words.skip('%')) name.push('%')
    else {
      const part = words.name()
      if (part === undefined) words.take()
      else name.push(shownName(part))
    }
  }
  const written = name.join(' ')
  const plain = ALIASES.get(written) ?? written
  // `char` without a length has one character, and a time zone comes after the precision.
  const ofOne = plain === 'character' && length === '(1)' ? '' : length
  return `${plain}${ofOne}${isArray ? '[]' : ''}`
}

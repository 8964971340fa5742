import { isUtf8 } from 'node:buffer'
import { invalidBody } from '../errors.ts'
import { parseCsv } from './csv.ts'

/** A request's body as one text, JSON where it has keys, with what planning needs to know of it. */
export type Body = {
  readonly text: string
  /** A list of objects, not one object. */
  readonly isList: boolean
  /** The keys every object has; undefined where the address names the columns. */
  readonly keys: readonly string[] | undefined
  /** What a function's one unnamed argument can be of this body: types by name. */
  readonly wholeTypes: readonly string[]
}

const JSON_TYPES = ['json', 'jsonb']
const noTypes: readonly string[] = []

const LIST = /^[ \t\r\n]*\[/

/**
 * Reads a body as JSON. Where the address names the columns, Postgres is the first to parse the
 * text; otherwise its objects must all have the same keys. Throws PGRST102 (400).
 */
export function parseBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  hasColumns: boolean,
): Body {
  const type = typeOf(contentType)
  const raw = textOf(bytes)
  if (type === 'text/csv') {
    const { keys, rows } = parseCsv(raw)
    return { text: JSON.stringify(rows), isList: true, keys, wholeTypes: noTypes }
  }
  if (!isJson(type) && type !== FORM) throw notAcceptable(type)
  const text = type === FORM ? JSON.stringify(formValues(raw)) : raw
  if (text.trim() === '') throw invalidBody('Empty or invalid json')
  const isList = LIST.test(text)
  if (hasColumns) return { text, isList, keys: undefined, wholeTypes: noTypes }
  const value = parseJson(text)
  if (Array.isArray(value)) return { text, isList, keys: listKeys(value), wholeTypes: noTypes }
  // A lone value has no columns and makes no row.
  if (!isObject(value)) return { text: '[]', isList: true, keys: [], wholeTypes: noTypes }
  return { text, isList, keys: Object.keys(value), wholeTypes: noTypes }
}

/** Bytes that are no text are refused: read with replacements they would be stored as another text. */
function textOf(bytes: Buffer | undefined): string {
  if (bytes === undefined) return ''
  if (!isUtf8(bytes)) throw invalidBody('The body is not valid UTF-8')
  return bytes.toString('utf8')
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

/** The keys all objects of a list share; what is no object has others. */
function listKeys(list: readonly unknown[]): readonly string[] {
  const [first] = list
  const keys = isObject(first) ? Object.keys(first) : []
  const known = new Set(keys)
  const isAlike = (item: unknown) => {
    if (!isObject(item)) return false
    const own = Object.keys(item)
    return own.length === keys.length && own.every((key) => known.has(key))
  }
  if (!list.every(isAlike)) throw invalidBody('All object keys must match')
  return keys
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FORM = 'application/x-www-form-urlencoded'

const typeOf = (contentType: string | undefined) =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string) =>
  type === '' || type === 'application/json' || type.endsWith('+json')

const notAcceptable = (type: string) => invalidBody(`Content-Type not acceptable: ${type}`)

/** A field given several times is a list, as variadic arguments take it. */
function formValues(text: string): Readonly<Record<string, string | readonly string[]>> {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries(
    [...values].map(([name, pairs]) => {
      const all = pairs.map(([, value]) => value)
      return [name, all.length > 1 ? all : (all[0] ?? '')]
    }),
  )
}

const WHOLE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

/**
 * Reads the body of a function call: the keys of an object, or of a list's first one, are
 * arguments; anything else can only be the one unnamed argument, and so has no keys. Bytes come as the hexadecimal text Postgres reads.
 * Throws PGRST102 (400).
 */
export function parseCallBody(bytes: Buffer | undefined, contentType: string | undefined): Body {
  const type = typeOf(contentType)
  const wholeTypes = WHOLE_TYPES[type]
  if (wholeTypes) {
    const isBinary = type === 'application/octet-stream'
    const text = isBinary ? `\\x${bytes?.toString('hex') ?? ''}` : textOf(bytes)
    return { text, isList: false, keys: undefined, wholeTypes }
  }
  const raw = textOf(bytes)
  if (type === FORM) {
    const values = formValues(raw)
    const keys = Object.keys(values)
    return { text: JSON.stringify(values), isList: false, keys, wholeTypes: noTypes }
  }
  if (type === 'text/csv') {
    const { keys, rows } = parseCsv(raw)
    return { text: JSON.stringify(rows), isList: true, keys, wholeTypes: noTypes }
  }
  if (!isJson(type)) throw notAcceptable(type)
  const text = raw.trim() === '' ? '{}' : raw
  const value = parseJson(text)
  const isList = Array.isArray(value) && value.every(isObject)
  const own = isObject(value) ? Object.keys(value) : undefined
  return { text, isList, keys: isList ? listKeys(value) : own, wholeTypes: JSON_TYPES }
}

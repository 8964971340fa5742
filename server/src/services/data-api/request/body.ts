import { isUtf8 } from 'node:buffer'
import { invalidBody } from '../errors.ts'
import { parseCsv } from './csv.ts'

/** A request's body as text (JSON if it has keys), with what planning needs to know. */
export type Body = {
  readonly text: string
  /** A list of objects, not one object. */
  readonly isList: boolean
  /** The keys that every object has; undefined if the URL names the columns. */
  readonly keys: readonly string[] | undefined
  /** The types that a function's single unnamed argument can have for this body. */
  readonly wholeTypes: readonly string[]
  /** A form for a function: each field is the list of its values, as text. */
  readonly isForm?: boolean
}

const JSON_TYPES = ['json', 'jsonb']
const noTypes: readonly string[] = []

const OBJECT = /^[ \t\r\n]*\{/

/**
 * Parses a body. If the URL names the columns, only Postgres parses the JSON; otherwise all objects
 * must have the same keys. CSV and forms name their columns themselves. Throws PGRST102 (400).
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
  const isForm = type === FORM
  const text = isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(raw))) : raw
  // Postgres treats any other value as a list and rejects it.
  const isList = !OBJECT.test(text)
  if (hasColumns && !isForm) return { text, isList, keys: undefined, wholeTypes: noTypes }
  const value = parseJson(text)
  if (Array.isArray(value)) return { text, isList, keys: listKeys(value), wholeTypes: noTypes }
  // A scalar has no columns and makes no row.
  if (!isObject(value)) return { text: '[]', isList: true, keys: [], wholeTypes: noTypes }
  return { text, isList, keys: Object.keys(value), wholeTypes: noTypes }
}

/** Rejects invalid UTF-8: with replacement characters a different text would be stored. */
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

/** The keys that all objects of a list share; a value that is not an object shares none. */
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

const isJson = (type: string) => type === '' || type === 'application/json'

const notAcceptable = (type: string) => invalidBody(`Content-Type not acceptable: ${type}`)

/** Each field with all its values: variadic arguments take all of them, others the last. */
function formValues(text: string): Readonly<Record<string, readonly string[]>> {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]),
  )
}

const WHOLE_TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'text/plain': ['text'],
    'text/xml': ['xml'],
    'application/octet-stream': ['bytea'],
  }),
)

/**
 * Parses the body of a function call. The keys of an object, or of all objects of a list, are
 * arguments unless the URL names them; text and bytes are the single unnamed argument. Bytes become
 * the hexadecimal text that Postgres reads. Throws PGRST102 (400).
 */
export function parseCallBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  hasColumns: boolean,
): Body {
  const type = typeOf(contentType)
  const textTypes = WHOLE_TYPES.get(type)
  if (textTypes) {
    const isBinary = type === 'application/octet-stream'
    const text = isBinary ? `\\x${bytes?.toString('hex') ?? ''}` : textOf(bytes)
    return { text, isList: false, keys: undefined, wholeTypes: textTypes }
  }
  const raw = textOf(bytes)
  if (type === FORM) {
    const values = formValues(raw)
    const keys = Object.keys(values)
    return { text: JSON.stringify(values), isList: false, keys, wholeTypes: noTypes, isForm: true }
  }
  if (type === 'text/csv') {
    const { keys, rows } = parseCsv(raw)
    return { text: JSON.stringify(rows), isList: true, keys, wholeTypes: noTypes }
  }
  if (!isJson(type)) throw notAcceptable(type)
  const wholeTypes = JSON_TYPES
  if (hasColumns) return { text: raw, isList: !OBJECT.test(raw), keys: undefined, wholeTypes }
  // An empty body has no arguments, and is not valid JSON as a whole.
  const value = raw === '' ? {} : parseJson(raw)
  if (Array.isArray(value)) return { text: raw, isList: true, keys: listKeys(value), wholeTypes }
  // A scalar names no arguments, and does not count as a whole body.
  if (!isObject(value)) return { text: '[]', isList: true, keys: [], wholeTypes }
  return { text: raw, isList: false, keys: Object.keys(value), wholeTypes }
}

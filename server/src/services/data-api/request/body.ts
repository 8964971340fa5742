import { isUtf8 } from 'node:buffer'
import { invalidBody } from '../errors.ts'
import { convertCsv } from './csv.ts'
import { parseForm } from './form.ts'
import { readJsonShape } from './json-shape.ts'

/** A request's body as sent to Postgres (JSON if it has keys), with the facts that planning needs. */
export type Body = {
  readonly bytes: Buffer
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
const empty = Buffer.alloc(0)

/**
 * Parses a body. If the URL names the columns, only Postgres parses the JSON; otherwise all objects
 * must have the same keys. CSV and forms name their columns themselves. Throws PGRST102 (400, or
 * 413 for what is too large).
 */
export function* parseBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  hasColumns: boolean,
): Generator<void, Body> {
  const type = typeOf(contentType)
  const raw = textIn(bytes)
  if (type === CSV) return yield* csvBody(raw)
  if (type === FORM) {
    const fields = Object.fromEntries(parseForm(raw))
    return { ...jsonOf(fields), isList: false, keys: Object.keys(fields), wholeTypes: noTypes }
  }
  if (!isJson(type)) throw notAcceptable(type)
  return yield* jsonBody(raw, noTypes, hasColumns)
}

/**
 * Parses the body of a function call. The keys of an object, or of all objects of a list, are
 * arguments unless the URL names them; text and bytes are the single unnamed argument. Throws like
 * `parseBody`.
 */
export function* parseCallBody(
  bytes: Buffer | undefined,
  contentType: string | undefined,
  hasColumns: boolean,
): Generator<void, Body> {
  const type = typeOf(contentType)
  const textTypes = WHOLE_TYPES.get(type)
  if (textTypes) {
    const isBinary = type === 'application/octet-stream'
    const whole = isBinary ? (bytes ?? empty) : textIn(bytes)
    return { bytes: whole, isList: false, keys: undefined, wholeTypes: textTypes }
  }
  const raw = textIn(bytes)
  if (type === FORM) {
    const values = formValues(parseForm(raw))
    const keys = Object.keys(values)
    return { ...jsonOf(values), isList: false, keys, wholeTypes: noTypes, isForm: true }
  }
  if (type === CSV) return yield* csvBody(raw)
  if (!isJson(type)) throw notAcceptable(type)
  // An empty body has no arguments, and is not valid JSON as a whole.
  if (raw.length === 0 && !hasColumns)
    return { bytes: raw, isList: false, keys: [], wholeTypes: JSON_TYPES }
  return yield* jsonBody(raw, JSON_TYPES, hasColumns)
}

function* csvBody(raw: Buffer): Generator<void, Body> {
  const { keys, json } = yield* convertCsv(raw)
  return { bytes: json, isList: true, keys, wholeTypes: noTypes }
}

function* jsonBody(
  raw: Buffer,
  wholeTypes: readonly string[],
  hasColumns: boolean,
): Generator<void, Body> {
  const shape = yield* readJsonShape(raw)
  if (hasColumns) {
    // Postgres treats any other value as a list and rejects it, and text that is not JSON.
    const isList = shape?.kind !== 'object'
    return { bytes: raw, isList, keys: undefined, wholeTypes }
  }
  if (!shape) throw invalidBody('Empty or invalid json')
  const { kind, keys, isUniform } = shape
  // A scalar has no columns and makes no row. It does not count as a whole body.
  if (kind === 'other') return { bytes: EMPTY_LIST, isList: true, keys: [], wholeTypes }
  if (!isUniform) throw invalidBody('All object keys must match')
  return { bytes: raw, isList: kind === 'list', keys, wholeTypes }
}

const EMPTY_LIST = Buffer.from('[]')

const jsonOf = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)) })

/** Rejects invalid UTF-8: with replacement characters a different text would be stored. */
function textIn(bytes: Buffer = empty): Buffer {
  if (!isUtf8(bytes)) throw invalidBody('The body is not valid UTF-8')
  return bytes
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

const CSV = 'text/csv'
const FORM = 'application/x-www-form-urlencoded'

const typeOf = (contentType: string | undefined) =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string) => type === '' || type === 'application/json'

const notAcceptable = (type: string) => invalidBody(`Content-Type not acceptable: ${type}`)

/** Each field with all its values: variadic arguments take all of them, others the last. */
function formValues(form: URLSearchParams): Readonly<Record<string, readonly string[]>> {
  const values = Map.groupBy(form, ([name]) => name)
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

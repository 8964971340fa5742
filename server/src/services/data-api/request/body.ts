import { invalidBody } from '../errors.ts'

/** A request's body as one JSON text, with what planning needs to know of it. */
export type Body = {
  readonly text: string
  /** A list of objects, not one object. */
  readonly isList: boolean
  /** The keys every object has; undefined where the address names the columns. */
  readonly keys: readonly string[] | undefined
}

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
  const text = toJson(bytes?.toString('utf8') ?? '', contentType)
  if (text.trim() === '') throw invalidBody('Empty or invalid json')
  const isList = LIST.test(text)
  if (hasColumns) return { text, isList, keys: undefined }
  return { text, isList, keys: isList ? listKeys(text) : objectKeys(parseJson(text)) }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function listKeys(text: string): readonly string[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) throw invalidBody('Empty or invalid json')
  const [first, ...rest] = list
  if (first === undefined) return []
  const keys = objectKeys(first)
  const known = new Set(keys)
  for (const item of rest) {
    const own = objectKeys(item)
    if (own.length !== keys.length || !own.every((key) => known.has(key)))
      throw invalidBody('All object keys must match')
  }
  return keys
}

function objectKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('Empty or invalid json')
  return Object.keys(value)
}

function toJson(text: string, contentType: string | undefined): string {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || type === '' || type === 'application/json' || type.endsWith('+json'))
    return text
  if (type === 'application/x-www-form-urlencoded')
    return JSON.stringify(Object.fromEntries(new URLSearchParams(text)))
  if (type === 'text/plain') return text
  throw invalidBody(`Content-Type not acceptable: ${type}`)
}

/**
 * Reads the body of a function call: an object's keys are arguments; anything else can only be the
 * one unnamed argument, and so has no keys.
 */
export function parseCallBody(bytes: Buffer | undefined, contentType: string | undefined): Body {
  const raw = bytes?.toString('utf8') ?? ''
  if (contentType?.startsWith('text/plain')) return { text: raw, isList: false, keys: undefined }
  const text = raw.trim() === '' ? '{}' : toJson(raw, contentType)
  const value = parseJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return { text, isList: false, keys: isObject ? Object.keys(value) : undefined }
}

import { invalidRequest } from '../../../lib/refusals.ts'

/** Postgres has no arrays of more dimensions. */
const MAX_DIMENSIONS = 6

/**
 * The parameters of a statement as text that Postgres reads, whatever their types turn out to be:
 * arrays as arrays, objects as JSON. They are bound and never become a part of the SQL text. Throws
 * 400 `invalid_request` for a value that no text can represent.
 */
export const toParameters = (values: readonly unknown[]): (string | null)[] =>
  values.map((value) => (Array.isArray(value) ? toArray(value) : toText(value)))

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw tooDeep(cause)
  }
}

function toArray(values: readonly unknown[], dimension = 1): string {
  if (dimension > MAX_DIMENSIONS) throw tooDeep()
  const elements = values.map((value) => {
    if (Array.isArray(value)) return toArray(value, dimension + 1)
    const text = toText(value)
    return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}

const tooDeep = (cause?: unknown) =>
  invalidRequest(
    'A parameter is nested too deeply.',
    `Send arrays of at most ${MAX_DIMENSIONS} dimensions, and JSON as a string.`,
    { cause },
  )

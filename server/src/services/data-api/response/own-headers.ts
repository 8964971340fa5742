import { validateHeaderName } from 'node:http'

/** The server sets the headers that HTTP itself depends on. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The headers that functions set: values in UTF-8, repeated headers as lists, such as cookies.
 * Undefined if a header is not valid in HTTP.
 */
export function ownHeaders(
  pairs: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, string | string[]>> | undefined {
  const headers: Record<string, string | string[]> = {}
  for (const [name, same] of Map.groupBy(pairs, ([name]) => name.toLowerCase())) {
    const values = same.map(([, value]) => onWire(value))
    if (!isName(name) || !values.every((value) => value !== undefined)) return undefined
    if (FRAMING.has(name)) continue
    const [first = ''] = values
    // A body has one type.
    headers[name] = values.length === 1 || name === 'content-type' ? first : values
  }
  return headers
}

/** Encodes a text for a header or a status line; undefined if it contains a control character. */
export function onWire(text: string): string | undefined {
  // Node writes each character as one byte.
  return /[^\t\P{Cc}]/u.test(text) ? undefined : Buffer.from(text, 'utf8').toString('latin1')
}

function isName(name: string): boolean {
  try {
    validateHeaderName(name)
    return true
  } catch {
    return false
  }
}

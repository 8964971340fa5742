import { validateHeaderName } from 'node:http'

/** Of headers HTTP itself goes by, the server has its own. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers that functions set, as they are sent: values in UTF-8, one set several times sent several
 * times, as cookies are. Undefined where one of them is none that HTTP can carry.
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

/** A text as the bytes of it are written into a head; undefined where it would end its line. */
export function onWire(text: string): string | undefined {
  // Node writes each letter as one byte.
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

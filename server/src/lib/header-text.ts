import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'

/** A request's headers without its cookies, as JSON: the value of the setting `request.headers`. */
export function headersJson(headers: IncomingHttpHeaders): string {
  if (headers.cookie === undefined) return fromWire(JSON.stringify(headers))
  const { cookie: _, ...rest } = headers
  return fromWire(JSON.stringify(rest))
}

/** A request's cookies by name as JSON: the value of the setting `request.cookies`. */
export function cookiesJson({ cookie }: IncomingHttpHeaders): string {
  if (cookie === undefined) return '{}'
  const pairs = cookie.split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=')
    return equals < 0
      ? [pair.trim(), '']
      : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
  })
  return fromWire(JSON.stringify(Object.fromEntries(pairs)))
}

/** Decodes a header's text as UTF-8; Node passes it on as one character per byte. */
export function fromWire(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

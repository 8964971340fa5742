import type { IncomingHttpHeaders } from 'node:http'

/** A request's headers but its cookies as JSON: the value of the setting `request.headers`. */
export function headersJson(headers: IncomingHttpHeaders): string {
  if (headers.cookie === undefined) return JSON.stringify(headers)
  const { cookie: _, ...rest } = headers
  return JSON.stringify(rest)
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
  return JSON.stringify(Object.fromEntries(pairs))
}

import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { pathOf, rawQueryOf } from '../../../lib/request-url.ts'

/** A request as its client sent it, before any rewriting. */
export type SentRequest = {
  readonly method: string
  /** Path and query, percent-encoded. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Query parameters in the order sent, decoded. A `+` is a plus sign, as in the signature. */
export type QueryParameters = readonly (readonly [name: string, value: string])[]

/**
 * The canonical request of AWS Signature Version 4 for S3, whose paths are encoded once. Throws a
 * `URIError` if the path or the query is not valid percent-encoding of UTF-8.
 */
export function canonicalRequest(
  { method, url, headers }: SentRequest,
  {
    signedHeaders,
    payloadHash,
  }: { readonly signedHeaders: readonly string[]; readonly payloadHash: string },
): string {
  const { path, query } = splitUrl(url)
  const parameters = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => ({ name: encode(name), value: encode(value) }))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
  const lines = signedHeaders.map((name) => `${name}:${headerText(headers[name])}`)
  return [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    parameters.join('&'),
    ...lines,
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
}

export const sha256Hex = (text: string): string => hash('sha256', text, 'hex')

export function splitUrl(url: string): { readonly path: string; readonly query: QueryParameters } {
  const query = rawQueryOf(url)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const equals = parameter.indexOf('=')
      const [name, value] =
        equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)]
      return [decodeURIComponent(name), decodeURIComponent(value)] as const
    })
  return { path: pathOf(url), query }
}

/** Encodes everything but the unreserved characters of RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const headerText = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replaceAll(/ +/g, ' ')

/** Encoded text is ASCII, so that code units are in the order of bytes. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

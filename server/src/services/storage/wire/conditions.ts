import type { IncomingHttpHeaders } from 'node:http'

type Validators = { readonly etag: string; readonly lastModified: Date }

/** Whether a client's copy is still valid (RFC 9110, 13.2.2). */
export function isUnchanged(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => isSame(tag, etag))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Whether a request is only for another state of the object than the current one (`If-Match`). */
export function isFailed(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): boolean {
  const tags = headers['if-match']
  if (tags !== undefined)
    return tags.trim() !== '*' && !tags.split(',').some((tag) => tag.trim() === etag)
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  return Number.isFinite(since) && Math.floor(lastModified.getTime() / 1000) * 1000 > since
}

const isSame = (tag: string, etag: string): boolean => tag.trim().replace(/^W\//, '') === etag

export type Range = { readonly start: number; readonly end: number }

/**
 * The part of the content that a `Range` header requests. Undefined for all of it: several ranges,
 * other units and malformed values are ignored, as RFC 9110 allows. `unsatisfiable` if the range is
 * outside the content.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  size: number,
  validators: Validators,
): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (!isCurrent(headers['if-range'], validators)) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

function isCurrent(
  condition: string | string[] | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (condition === undefined) return true
  if (typeof condition !== 'string') return false
  if (condition.includes('"')) return condition.trim() === etag
  return Date.parse(condition) === Math.floor(lastModified.getTime() / 1000) * 1000
}

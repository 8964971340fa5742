import type { AuthSettings } from '@stoa/contract/services/auth/settings'

const MAX_LENGTH = 2048
/** Schemes that run code or read files on the visitor's machine. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'])

/**
 * Returns the first candidate that the project allows, otherwise its site URL. Only the site's host
 * and addresses on the allow list are allowed, because the redirect target receives tokens.
 */
export const chooseRedirect = (settings: AuthSettings, candidates: readonly unknown[]): string =>
  candidates.find(
    (candidate): candidate is string =>
      typeof candidate === 'string' && isAllowedRedirect(settings, candidate),
  ) ?? settings.site_url

function isAllowedRedirect(settings: AuthSettings, candidate: string): boolean {
  if (candidate === '' || candidate.length > MAX_LENGTH || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  if (NEVER.has(url.protocol)) return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb && URL.canParse(settings.site_url)) {
    const site = new URL(settings.site_url)
    if (site.hostname === url.hostname && url.username === '' && url.password === '') return true
  }
  const address = withoutEnd(candidate.split('#')[0] ?? '')
  return settings.uri_allow_list.some((pattern) => globToRegExp(withoutEnd(pattern)).test(address))
}

const withoutEnd = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

/** `**` matches anything, `*` anything within one host or path segment, `?` one such character. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern.trim().replaceAll(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === '**') return '.*'
    if (found === '*') return '[^./]*'
    if (found === '?') return '[^./]'
    return `\\${found}`
  })
  return new RegExp(`^${source}$`)
}

/** Puts `values` into the fragment of the address, which browsers send to no server. */
export function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1))
  return `${plainHref(address).split('#')[0]}#${new URLSearchParams(sorted).toString()}`
}

/** Adds `values` to the query string of the address. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  // The configured site URL can be invalid. It is used as is, so that its owner sees the mistake.
  if (!URL.canParse(address)) return `${address}?${new URLSearchParams(values).toString()}`
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** The URL parser normalizes the address, so that it is valid in a header. */
const plainHref = (address: string) => (URL.canParse(address) ? new URL(address).href : '/')

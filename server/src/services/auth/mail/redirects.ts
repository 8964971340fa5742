import { isUnsafeScheme, type AuthSettings } from '@stoa/contract/services/auth/settings'
import { domainToASCII } from 'node:url'
import { compileGlob } from '../../../lib/glob.ts'

const MAX_LENGTH = 2048

/**
 * Returns the first candidate that the project allows, otherwise its site URL. Only the site's host
 * and addresses on the allow list are allowed, because the redirect target receives tokens.
 */
export const chooseRedirect = (settings: AuthSettings, candidates: readonly unknown[]): string =>
  candidates.find(
    (candidate): candidate is string =>
      typeof candidate === 'string' && isAllowedRedirect(settings, candidate),
  ) ?? settings.site_url

/** Whether tokens may be sent to the address. */
export function isAllowedRedirect(settings: AuthSettings, candidate: string): boolean {
  if (candidate === '' || candidate.length > MAX_LENGTH || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  if (isUnsafeScheme(url.protocol)) return false
  if (isWeb(url)) {
    // A name in front of the host makes the address look like one of another site.
    if (url.username !== '' || url.password !== '') return false
    if (URL.canParse(settings.site_url) && new URL(settings.site_url).hostname === url.hostname)
      return true
  }
  // The address is matched as a browser understands it. As it was written, a backslash, an encoded
  // dot, or a question mark can make a foreign host look like one of the pattern's.
  url.hash = ''
  const address = withoutEnd(url.href)
  return settings.uri_allow_list.some((pattern) => compileGlob(normalized(pattern))(address))
}

const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

const DEFAULT_PORT = { 'http://': /:80$/, 'https://': /:443$/ } as const

/** Writes a pattern as the URL parser writes addresses, so that they can be compared. */
function normalized(pattern: string): string {
  const text = withoutEnd(pattern.trim())
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:(?:\/\/)?/i.exec(text) ?? []
  const rest = text.slice(scheme.length)
  const start = scheme.toLowerCase()
  if (start !== 'http://' && start !== 'https://') return start + encoded(rest)
  const end = rest.includes('/') ? rest.indexOf('/') : rest.length
  const [host, path] = [rest.slice(0, end), rest.slice(end)]
  const name = /^[\x21-\x7e]*$/.test(host) ? host.toLowerCase() : domainToASCII(host)
  return start + name.replace(DEFAULT_PORT[start], '') + encoded(path)
}

const encoded = (text: string) => text.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent)

const withoutEnd = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

/**
 * Puts `values` into the fragment of the address, which browsers send to no server. The URL parser
 * removes what is not valid in a header.
 */
export function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1))
  return `${new URL(address).href.split('#')[0]}#${new URLSearchParams(sorted).toString()}`
}

/** Adds `values` to the query string of the address. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

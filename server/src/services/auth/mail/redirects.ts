import { isUnsafeScheme, type AuthSettings } from '@stoa/contract/services/auth/settings'
import { domainToASCII } from 'node:url'
import { compileGlob } from '../../../lib/glob.ts'

/** The installation's public address, without a trailing slash; empty when it is unknown. */
export type InstallationUrls = { readonly dashboard: string; readonly apis: string }

const MAX_LENGTH = 2048

/** Returns the first candidate that the policy allows, otherwise the site URL. */
export const chooseRedirect = (
  {
    policy,
    settings,
  }: {
    readonly policy: { readonly allowsRedirect: (url: string) => boolean }
    readonly settings: Pick<AuthSettings, 'site_url'>
  },
  candidates: readonly unknown[],
): string =>
  candidates.find(
    (candidate): candidate is string =>
      typeof candidate === 'string' && policy.allowsRedirect(candidate),
  ) ?? settings.site_url

/** Whether the URL is exactly this page of the site: the same origin and path, and nothing else. */
export function isPageOf(site: string, page: string, candidate: string): boolean {
  const url = parse(candidate)
  const own = parse(site)
  return (
    url !== undefined &&
    own !== undefined &&
    url.origin === own.origin &&
    url.href === `${own.origin}${page}` &&
    // URLs that the parser repairs are refused, because other parsers can understand them
    // differently.
    candidate === url.href
  )
}

/**
 * Whether a project allows tokens to be sent to the address: to its site's origin, unless that
 * leads to a project's API, and to addresses on its allow list.
 */
export function isAllowedRedirect(
  settings: AuthSettings,
  candidate: string,
  installation: InstallationUrls,
): boolean {
  const url = parse(candidate)
  if (!url || isUnsafeScheme(url.protocol)) return false
  if (isWeb(url)) {
    // A name in front of the host makes the address look like one of another site.
    if (url.username !== '' || url.password !== '') return false
    if (url.origin === parse(settings.site_url)?.origin && !leadsToApi(url, installation))
      return true
  }
  // The address is matched as a browser understands it. As it was written, a backslash, an encoded
  // dot, or a question mark can make a foreign host look like one of the pattern's.
  url.hash = ''
  const address = withoutEnd(url.href)
  return settings.uri_allow_list.some((pattern) => compileGlob(normalized(pattern))(address))
}

const parse = (address: string): URL | undefined =>
  address === '' || address.length > MAX_LENGTH || !URL.canParse(address)
    ? undefined
    : new URL(address)

const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/**
 * Whether the URL is one of the installation's own at which projects respond. Tokens sent there
 * would be in the hands of the project's owner, even if the site has the same origin.
 */
function leadsToApi(url: URL, installation: InstallationUrls): boolean {
  const [dashboard, apis] = [parse(installation.dashboard), parse(installation.apis)]
  const isOwn = [dashboard, apis].some((own) => own && isSameHost(own.hostname, url.hostname))
  if (!isOwn) return false
  // The API port serves nothing else.
  if (apis && apis.port === url.port && apis.origin !== dashboard?.origin) return true
  return /^\/+p(?:\/|$)/i.test(decoded(url.pathname))
}

const LOOPBACK =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|0\.0\.0\.0|\[::\])$/

/** A machine is reachable at all names of its loopback interface. */
const isSameHost = (left: string, right: string) =>
  left === right || (LOOPBACK.test(left) && LOOPBACK.test(right))

/** The path as the router understands it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

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

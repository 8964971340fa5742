import type { AuthSettings } from '@stoa/contract/services/auth/settings'

const MAX_LENGTH = 2048
/** Schemes that run or read something on the visitor's machine. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'])

/**
 * The first candidate the project allows, else its site. Allowed is the site's own host, and what
 * the list of the settings matches; everything else would hand tokens to strangers.
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

/** `**` is anything, `*` anything within one part of a host or path, `?` one such character. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern.trim().replaceAll(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === '**') return '.*'
    if (found === '*') return '[^./]*'
    if (found === '?') return '[^./]'
    return `\\${found}`
  })
  return new RegExp(`^${source}$`)
}

/** The address with `values` behind its `#`, where no server and no log on the way reads them. */
export function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1))
  return `${plainHref(address).split('#')[0]}#${new URLSearchParams(sorted).toString()}`
}

/** The address with `values` added to its query. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  // A site may be set to something that is no address; its owner sees where that leads.
  if (!URL.canParse(address)) return `${address}?${new URLSearchParams(values).toString()}`
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** Normalised by the URL parser, so that it fits a header line. */
const plainHref = (address: string) => (URL.canParse(address) ? new URL(address).href : '/')

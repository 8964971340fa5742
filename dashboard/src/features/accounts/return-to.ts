export const DEFAULT_RETURN_PATH = '/organizations'

/** Paths that lead to the default page anyway, so they need no `returnTo`. */
const ASKED_BY_NOBODY = new Set(['/', DEFAULT_RETURN_PATH])

/** A relative path of plain characters with, at most, plain key=value pairs. */
const SAFE_PATH =
  /^\/[A-Za-z0-9/_-]*(\?[A-Za-z0-9_-]+=[A-Za-z0-9_-]*(&[A-Za-z0-9_-]+=[A-Za-z0-9_-]*)*)?$/

/** Paths at which projects and the services of the platform respond, not the dashboard. */
const NO_PAGE = /^\/(?:p|auth|platform|api)(?:\/|\?|$)/

/**
 * True when a path is a safe redirect after signing in. A safe path never leads to another site or
 * to a project's API.
 */
export function isSafeReturnPath(path: string): boolean {
  return (
    SAFE_PATH.test(path) && !path.startsWith('//') && !path.includes('://') && !NO_PAGE.test(path)
  )
}

/** The token of the invitation that the sign-in or sign-up page returns to. */
export function returnedInvitation(search: string, basePath = '/'): string | undefined {
  const [path, query] = returnPath(search, basePath).split('?')
  return path === '/join' ? (new URLSearchParams(query).get('token') ?? undefined) : undefined
}

/**
 * The path to open after signing in, from the query string of the sign-in page: its `returnTo` if
 * that is safe, otherwise the default, with the page's other parameters appended. `basePath` is the
 * folder the dashboard is served from and is not part of the result.
 */
export function returnPath(search: string, basePath = '/'): string {
  const parameters = new URLSearchParams(search)
  const requested = withoutBase(parameters.get('returnTo') ?? '', basePath)
  parameters.delete('returnTo')
  const target = isSafeReturnPath(requested) ? requested : DEFAULT_RETURN_PATH
  const rest = parameters.toString()
  if (rest === '') return target
  return `${target}${target.includes('?') ? '&' : '?'}${rest}`
}

/**
 * The query parameters of the sign-in page that lead back to a page: its `returnTo`, which has the
 * query string if it is plain. Otherwise the page's own parameters stand beside it, because
 * `returnPath` appends them: a filter such as `price:gt:5` must survive a sign-in.
 */
export function searchToReturn(pathname: string, search: string): Record<string, string> {
  const whole = `${pathname}${search}`
  if (!ASKED_BY_NOBODY.has(whole) && isSafeReturnPath(whole)) return { returnTo: whole }
  if (!isSafeReturnPath(pathname)) return {}
  const { returnTo: _, ...beside } = Object.fromEntries(new URLSearchParams(search))
  return ASKED_BY_NOBODY.has(pathname) ? beside : { ...beside, returnTo: pathname }
}

function withoutBase(path: string, basePath: string): string {
  const base = basePath.replace(/\/+$/, '')
  if (base === '') return path
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

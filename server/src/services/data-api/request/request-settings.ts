import type { Target } from './api-request.ts'
import type { CallContext } from './incoming-request.ts'

/** The settings from which policies and functions read the request. */
export const requestSettings = (
  { caller, headersJson, cookiesJson }: CallContext,
  method: string,
  path: string,
): Record<string, string> => ({
  'request.jwt.claims': caller.claimsJson,
  'request.method': method,
  'request.path': path,
  'request.headers': headersJson,
  'request.cookies': cookiesJson,
})

/** The path as PostgREST writes it into `request.path`. */
export function pathOf({ kind, name, isRoot }: Target): string {
  if (isRoot) return '/'
  return kind === 'routine' ? `/rpc/${name}` : `/${name}`
}

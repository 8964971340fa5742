import { notAcceptable } from '../plan/choose-media.ts'
import { parseAccept } from '../request/media-type.ts'

const TYPES: ReadonlySet<string> = new Set(['application/openapi+json', 'application/json', '*/*'])

/** The content type of the root's document for every acceptable request. Throws PGRST107 (406). */
export function negotiateRoot(header: string | undefined): string {
  const accept = parseAccept(header)
  if (accept.some(({ type }) => TYPES.has(type))) return 'application/openapi+json; charset=utf-8'
  throw notAcceptable(accept)
}

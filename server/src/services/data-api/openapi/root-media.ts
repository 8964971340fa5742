import { notAcceptable } from '../plan/choose-media.ts'
import { parseAccept } from '../request/media-type.ts'

/** The content type the root's document goes out as. Throws PGRST107 (406). */
export function negotiateRoot(header: string | undefined): string {
  const accept = parseAccept(header)
  for (const { type } of accept) {
    if (type === 'application/openapi+json' || type === '*/*' || type === 'application/*')
      return 'application/openapi+json; charset=utf-8'
    if (type === 'application/json') return 'application/json; charset=utf-8'
  }
  throw notAcceptable(accept)
}

import { errorMessage } from '../../data/client/api-error.ts'
import { finishWithLink, isOurs } from '../../data/client/mailed-sign-in.ts'
import type { Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'

export type FollowedLink =
  | { readonly state: 'signed-in'; readonly needsPassword: boolean }
  /** The other mailbox has yet to confirm the change of an address. */
  | { readonly state: 'half-confirmed' }
  | { readonly state: 'refused'; readonly reason: string }

const EXPIRED =
  'A link works once, expires after an hour, and is replaced when you request a new one.'
const ELSEWHERE = {
  recovery:
    'Open the link in the browser where you requested it, or request a new email here and enter its code.',
  'sign-up':
    'Open the link in the browser where you requested the email, or enter its code there. If you are changing your address, it may already be confirmed.',
} as const

/** Signs in with the code from an emailed link. A link without a code was rejected by the server. */
export async function followMailedLink(
  session: Session,
  kind: keyof typeof ELSEWHERE,
  { code, hash }: { code: string | undefined; hash: string },
): Promise<FollowedLink> {
  if (code === undefined && new URLSearchParams(hash).has('message'))
    return { state: 'half-confirmed' }
  if (code === undefined) return { state: 'refused', reason: EXPIRED }
  if (!isOurs(pageStorage, kind)) return { state: 'refused', reason: ELSEWHERE[kind] }
  try {
    const finished = await finishWithLink(session, { store: pageStorage, kind, code })
    return { state: 'signed-in', ...finished }
  } catch (error) {
    return { state: 'refused', reason: errorMessage(error) }
  }
}

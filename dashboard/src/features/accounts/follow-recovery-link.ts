import { errorMessage } from '../../data/client/api-error.ts'
import { isRecoveryOurs, recoverWithLink } from '../../data/client/recovery.ts'
import type { Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'

export type FollowedLink =
  | { readonly state: 'signed-in' }
  | { readonly state: 'refused'; readonly reason: string }

const EXPIRED =
  'A link works once, expires after an hour, and is replaced when you request a new one.'
const ELSEWHERE =
  'Open the link in the browser where you requested it, or request a new email here and enter its code.'

/**
 * Signs in with the code from a recovery link. A link without a code was rejected by the server.
 */
export async function followRecoveryLink(
  session: Session,
  code: string | undefined,
): Promise<FollowedLink> {
  if (code === undefined) return { state: 'refused', reason: EXPIRED }
  if (!isRecoveryOurs(pageStorage)) return { state: 'refused', reason: ELSEWHERE }
  try {
    await recoverWithLink(session, pageStorage, code)
    return { state: 'signed-in' }
  } catch (error) {
    return { state: 'refused', reason: errorMessage(error) }
  }
}

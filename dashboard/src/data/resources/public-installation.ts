import type { Installation } from '@stoa/contract/platform/installation'
import { isRecord, sendJson } from '../client/http.ts'

export type PublicInstallation = Pick<Installation, 'needs_owner' | 'sign_up'> & {
  readonly support_email: string | null
}

/**
 * What the sign-in page must know. Read by hand and not through the contract's schema: that would
 * bring the schema library to the one page that is measured by its weight. Undefined when the
 * answer is missing or not understood, for the page works without it.
 */
export async function readPublicInstallation(
  signal: AbortSignal,
): Promise<PublicInstallation | undefined> {
  const url = '/platform/installation'
  const answer = await sendJson({ method: 'GET', url, signal }).catch(() => undefined)
  if (!isRecord(answer)) return undefined
  const email = isRecord(answer['links']) ? answer['links']['support_email'] : null
  return {
    needs_owner: answer['needs_owner'] === true,
    sign_up: answer['sign_up'] === 'open' ? 'open' : 'invitation',
    support_email: typeof email === 'string' ? email : null,
  }
}

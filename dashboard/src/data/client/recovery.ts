import { sendJson } from './http.ts'
import { beginMailedSignIn } from './mailed-sign-in.ts'
import type { Session } from './session.ts'

/**
 * Requests a recovery email with a link and a code. The response does not reveal whether the
 * account exists.
 */
export async function requestRecovery(
  store: Parameters<typeof beginMailedSignIn>[0],
  email: string,
): Promise<void> {
  const { challenge, query } = await beginMailedSignIn(store, 'recovery')
  await sendJson({
    method: 'POST',
    url: `/auth/v1/recover${query}`,
    body: { email, ...challenge },
  })
}

/**
 * Sets the password of the signed-in account. All its other sessions end; after a recovery, so do
 * its access tokens and passkeys.
 */
export async function setNewPassword(session: Session, password: string): Promise<void> {
  await sendJson({
    method: 'PUT',
    url: '/auth/v1/user',
    body: { password },
    accessToken: await session.accessToken(),
  })
}

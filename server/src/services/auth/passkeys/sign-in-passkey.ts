import { z } from 'zod'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { findPasskeyByCredential, markUsed } from '../queries/passkeys.ts'
import { lockUser } from '../queries/users.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../users/is-banned.ts'
import { AssertionResponse, checkAssertion, requestOptions } from '../webauthn/ceremonies.ts'
import {
  requirePasskeys,
  siteOf,
  startChallenge,
  takeChallenge,
  verificationFailed,
} from './challenges.ts'

export const AuthenticationBody = z.object({ challenge_id: text, credential: AssertionResponse })
type AuthenticationBody = z.infer<typeof AuthenticationBody>

/** Asks a browser for any passkey of the site. */
export async function askForPasskey(context: AuthContext) {
  requirePasskeys(context)
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  const { id, challenge, expires_at } = await startChallenge(context, {
    type: 'authentication',
    userId: null,
  })
  const options = await requestOptions({ rpId: siteOf(context).rpId, challenge })
  return { challenge_id: id, options, expires_at }
}

/** Signs in the account of the passkey. An unknown passkey and a wrong signature look the same. */
export async function signInWithPasskey(
  context: AuthContext,
  { challenge_id: challengeId, credential: response }: AuthenticationBody,
): Promise<SessionBody> {
  requirePasskeys(context)
  const { limits, project, client, database, now } = context
  limits.count('verifyByIp', project.ref, client.network)
  const expected = await takeChallenge(context, {
    id: challengeId,
    type: 'authentication',
    userId: null,
  })
  const passkey = await findPasskeyByCredential(database, response.id)
  if (!passkey || !isHandleOf(response, passkey.user_id)) throw verificationFailed()
  const used = await checkAssertion(response, {
    ...expected,
    credential: {
      id: passkey.credential_id,
      publicKey: passkey.public_key,
      counter: passkey.sign_count,
      transports: passkey.transports,
    },
  })
  if (!used) throw verificationFailed()
  const session = await database.transaction(async (tx) => {
    const user = await lockUser(tx, passkey.user_id)
    if (!user || user.deleted_at !== null) throw verificationFailed()
    if (isBanned(user, now)) throw authError(403, 'user_banned', 'User is banned')
    if (!(await markUsed(tx, { id: passkey.id, ...used, now }))) throw verificationFailed()
    await audit(context, tx, { action: 'login', actor: user, traits: { provider: 'passkey' } })
    return startSession(context, tx, { userId: user.id, method: 'passkey', provider: 'passkey' })
  })
  limits.forgive('verifyByIp', project.ref, client.network)
  return session
}

/** The passkey says which account it was created for. */
const isHandleOf = ({ response: { userHandle } }: AssertionResponse, userId: string): boolean =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId

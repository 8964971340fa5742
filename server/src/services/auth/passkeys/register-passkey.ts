import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound } from '../errors.ts'
import { notify } from '../mail/notifications.ts'
import { insertPasskey, listPasskeys } from '../queries/passkeys.ts'
import { lockUser } from '../queries/users.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { AttestationResponse, checkAttestation, creationOptions } from '../webauthn/ceremonies.ts'
import {
  requirePasskeys,
  siteOf,
  startChallenge,
  takeChallenge,
  verificationFailed,
} from './challenges.ts'

const MAX_PASSKEYS = 10

export const RegistrationBody = z.object({ challenge_id: text, credential: AttestationResponse })
type RegistrationBody = z.infer<typeof RegistrationBody>

/** Offers the account's browser to create a passkey. */
export async function offerPasskey(context: AuthContext, signedIn: SignedIn) {
  requirePasskeys(context)
  requireFullLevel(signedIn)
  const { user } = signedIn
  context.limits.count('challengeByAccount', context.project.ref, user.id)
  const known = await listPasskeys(context.database, user.id)
  requireRoom(known.length)
  const { id, challenge, expires_at } = await startChallenge(context, {
    type: 'registration',
    userId: user.id,
  })
  const { rpId, rpName } = siteOf(context)
  const options = await creationOptions({
    rpId,
    rpName,
    challenge,
    user: { id: user.id, name: user.email || user.phone || user.id },
    excluded: known.map((passkey) => ({
      id: passkey.credential_id,
      publicKey: passkey.public_key,
      counter: passkey.sign_count,
      transports: passkey.transports,
    })),
    isPasskey: true,
  })
  return { challenge_id: id, options, expires_at }
}

/** Adds the passkey that the browser created to the account. */
export async function registerPasskey(
  context: AuthContext,
  signedIn: SignedIn,
  { challenge_id: challengeId, credential: response }: RegistrationBody,
) {
  requirePasskeys(context)
  requireFullLevel(signedIn)
  const { user } = signedIn
  const { now } = context
  const expected = await takeChallenge(context, {
    id: challengeId,
    type: 'registration',
    userId: user.id,
  })
  const made = await checkAttestation(response, expected)
  if (!made) throw verificationFailed()
  const id = randomUUID()
  await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    requireRoom((await listPasskeys(tx, user.id)).length)
    const { credential, ...rest } = made
    const isNew = await insertPasskey(tx, {
      ...rest,
      ...credential,
      id,
      userId: user.id,
      credentialId: credential.id,
      now,
    })
    if (!isNew)
      throw authError(422, 'webauthn_credential_exists', 'This passkey is already registered')
  })
  notify(context, { kind: 'passkey_added', user })
  return { id, friendly_name: '', created_at: now.toISOString() }
}

function requireRoom(count: number) {
  if (count >= MAX_PASSKEYS)
    throw authError(
      422,
      'too_many_passkeys',
      `An account can have at most ${MAX_PASSKEYS} passkeys`,
    )
}

/** Otherwise, someone who has only the password could add a lasting way to sign in. */
export function requireFullLevel({ user, level }: SignedIn) {
  if (level !== 'aal2' && user.factors.some(({ status }) => status === 'verified'))
    throw authError(403, 'insufficient_aal', 'AAL2 required to change passkeys')
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import {
  insertPasskeyChallenge,
  takePasskeyChallenge,
  type PasskeyChallenge,
} from '../queries/passkeys.ts'
import { newChallenge, type Expected } from '../webauthn/ceremonies.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60_000

export const requirePasskeys = ({ settings }: Pick<AuthContext, 'settings'>) => {
  if (!settings.passkey_enabled)
    throw authError(422, 'passkey_disabled', 'Passkeys are disabled for this project')
}

export const verificationFailed = () =>
  authError(422, 'webauthn_verification_failed', 'The passkey could not be verified')

/** The site that the project's passkeys belong to. */
export function siteOf({ settings }: Pick<AuthContext, 'settings'>) {
  const { hostname, origin } = new URL(settings.site_url)
  const origins = settings.webauthn_rp_origins.split(',').map((entry) => entry.trim())
  const given = origins.filter((entry) => entry !== '')
  return {
    rpId: settings.webauthn_rp_id || hostname,
    rpName: settings.webauthn_rp_display_name || hostname,
    origins: given.length > 0 ? given : [origin],
  }
}

/** Stores a new challenge. An unknown person's challenge has no account. */
export async function startChallenge(
  { database, now }: Pick<AuthContext, 'database' | 'now'>,
  { type, userId }: Pick<PasskeyChallenge, 'type' | 'userId'>,
) {
  const id = randomUUID()
  const challenge = newChallenge()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await database.transaction((tx) =>
    insertPasskeyChallenge(tx, { id, type, userId, challenge, now, expiresAt }),
  )
  return { id, challenge, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Uses up the challenge, even if the response to it turns out to be invalid. */
export async function takeChallenge(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  of: Pick<PasskeyChallenge, 'id' | 'type' | 'userId'>,
): Promise<Expected> {
  const found = z.guid().safeParse(of.id).success
    ? await takePasskeyChallenge(context.database, of)
    : undefined
  if (!found) throw authError(404, 'webauthn_challenge_not_found', 'WebAuthn challenge not found')
  if (found.expires_at <= context.now)
    throw authError(422, 'webauthn_challenge_expired', 'WebAuthn challenge has expired')
  const { rpId, origins } = siteOf(context)
  return { challenge: found.session_data.challenge, rpId, origins, needsPerson: true }
}

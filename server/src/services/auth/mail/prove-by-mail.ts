import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import type { OneTimeTokenRecord, OneTimeTokenType } from '../queries/one-time-tokens.ts'
import type { User } from '../queries/users.ts'
import { proveEmail } from '../users/prove-email.ts'

export function isExpired(
  { now, settings }: Pick<AuthContext, 'now' | 'settings'>,
  token: OneTimeTokenRecord,
): boolean {
  return now.getTime() - token.created_at.getTime() > settings.mailer_otp_exp * 1000
}

/** Whether the token was mailed to the address that the account has now. */
export const isOfOwnAddress = (token: OneTimeTokenRecord, user: User): boolean =>
  user.deleted_at === null && token.relates_to === user.email?.toLowerCase()

/** The kinds of mails whose token proves the account's address, as their flows are named. */
export const isProof = (
  kind: string,
): kind is Extract<OneTimeTokenType, 'confirmation_token' | 'recovery_token'> =>
  kind === 'confirmation_token' || kind === 'recovery_token'

/**
 * Confirms the account's address with a mail's token. The mail of a sign-up, with a password or
 * without, also confirms the data chosen at the sign-up. Other mails confirm only the address,
 * because anybody can request them for an account that a stranger created.
 */
export async function proveByMail(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project'>,
  tx: Connection,
  {
    user,
    token,
    continuesFlow,
  }: {
    readonly user: User
    readonly token: OneTimeTokenRecord
    /** A PKCE flow of the same mail continues. */
    readonly continuesFlow: boolean
  },
): Promise<{ readonly isFirstProof: boolean; readonly hasLostPassword: boolean }> {
  await audit(context, tx, {
    action: user.email_confirmed_at === null ? 'user_signedup' : 'login',
    actor: user,
    traits: { provider: 'email' },
  })
  const { isFirst, hasLostPassword } = await proveEmail(context, tx, {
    user,
    kept: {
      ...((token.token_type === 'confirmation_token' || !user.encrypted_password) && {
        credentials: true,
      }),
      ...(continuesFlow && { flow: token.token_type }),
    },
  })
  return { isFirstProof: isFirst, hasLostPassword }
}

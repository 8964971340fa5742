import type { Session as Connection } from '../../../postgres/database.ts'
import { audit, type AuditRecord } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { updateUser, type User } from '../queries/users.ts'
import type { Challenge } from '../sign-in/pkce.ts'
import { issueToken, sendTokenMailLater, type IssuedToken } from './mail.ts'

export type MailRequest = {
  readonly challenge?: Challenge | undefined
  /** Who asked for the mail; the account's owner when absent. */
  readonly record?: AuditRecord
}

/** Creates the token of a confirmation mail and records the request. */
export async function requestConfirmation(
  context: Pick<AuthContext, 'client' | 'now' | 'project' | 'settings'>,
  tx: Connection,
  user: User,
  { challenge, record = { actor: user } }: MailRequest = {},
): Promise<IssuedToken> {
  const token = await issueToken(context, tx, {
    userId: user.id,
    type: 'confirmation_token',
    email: user.email ?? '',
    challenge,
  })
  await updateUser(tx, user.id, { confirmation_sent_at: context.now }, context.now)
  await audit(context, tx, {
    action: 'user_confirmation_requested',
    ...record,
    traits: { provider: 'email', ...record.traits },
  })
  return token
}

/** Mails a confirmation link to the account's address, unless the address is confirmed already. */
export async function sendConfirmation(
  context: AuthContext,
  user: User,
  challenge: Challenge | undefined,
): Promise<void> {
  if (user.email_confirmed_at !== null || !user.email) return
  const token = await context.database.transaction((tx) =>
    requestConfirmation(context, tx, user, { challenge }),
  )
  sendTokenMailLater(context, { kind: 'signup', user, to: user.email, token })
}

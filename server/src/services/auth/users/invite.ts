import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { auditChange } from './admin-users.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { createUser } from './create-user.ts'
import { normalizeEmail } from './email-address.ts'
import { emailExists, userNotFound } from '../errors.ts'
import { issueToken, sendTokenMail, type IssuedToken } from '../mail/mail.ts'
import { findUser, findUserByEmail, updateUser, type User } from '../queries/users.ts'
import { toUserBody, type UserBody } from './user-view.ts'

export const InviteBody = z.object({ email: text, data: optionalMetadata })

/** Creates an account without a password and mails its owner a link that confirms it. */
export async function invite(
  context: AuthContext,
  body: z.infer<typeof InviteBody>,
): Promise<UserBody> {
  const email = normalizeEmail(body.email)
  const { user, token } = await context.database.transaction((tx) =>
    prepareInvitation(context, tx, { email, data: body.data ?? {} }),
  )
  await sendTokenMail(context, { kind: 'invite', user, to: email, token })
  return toUserBody(user)
}

/** Finds or creates the invited account and creates the token that accepts the invitation. */
export async function prepareInvitation(
  context: AuthContext,
  tx: Connection,
  { email, data }: { email: string; data: Readonly<Record<string, unknown>> },
): Promise<{ user: User; token: IssuedToken }> {
  const { now } = context
  const invited =
    (await findUserByEmail(tx, email)) ??
    (await createUser(context, tx, {
      email,
      passwordHash: '',
      userMetadata: data,
      isEmailUnproved: false,
    }))
  if (!invited || invited.email_confirmed_at !== null) throw emailExists()
  const token = await issueToken(context, tx, {
    userId: invited.id,
    type: 'confirmation_token',
    email,
    challenge: undefined,
  })
  await updateUser(tx, invited.id, { invited_at: now, confirmation_sent_at: now }, now)
  await auditChange(context, tx, 'user_invited', invited)
  const user = await findUser(tx, invited.id)
  if (!user) throw userNotFound()
  return { user, token }
}

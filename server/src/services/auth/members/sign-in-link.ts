import { byAdministrator } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound, validationFailed } from '../errors.ts'
import { actionLink } from '../mail/mail.ts'
import { requestRecovery } from '../mail/recover.ts'
import { lockUser } from '../queries/users.ts'
import { isBanned } from '../users/is-banned.ts'

/**
 * Creates a link that signs in as the user, once. 400 `validation_failed` if the user has no
 * confirmed address, because the link would confirm it.
 */
export async function createLink(context: AuthContext, userId: string) {
  const token = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw userNotFound()
    if (isBanned(user, context.now))
      throw authError(400, 'user_banned', 'User is banned', {
        hint: 'Remove the ban of this user first.',
      })
    if (!user.email || user.email_confirmed_at === null)
      throw validationFailed('The user has no confirmed email address')
    const record = byAdministrator(context, user, { mail: 'none' })
    return requestRecovery(context, tx, user, { record })
  })
  const expiresAt = new Date(context.now.getTime() + context.settings.mailer_otp_exp * 1000)
  return { url: actionLink(context, 'magiclink', token), expires_at: expiresAt.toISOString() }
}

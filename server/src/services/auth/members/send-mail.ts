import { byAdministrator } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { userNotFound, validationFailed } from '../errors.ts'
import { requestConfirmation } from '../mail/confirmation.ts'
import { sendTokenMail } from '../mail/mail.ts'
import { requestRecovery } from '../mail/recover.ts'
import { lockUser } from '../queries/users.ts'

const MAIL_KINDS = { recovery: 'recovery', magiclink: 'magiclink', confirmation: 'signup' } as const

/**
 * Mails the user a link, and waits for the mail server. 400 `validation_failed` if the user has no
 * address, or if the address needs no confirmation.
 */
export async function sendMail(
  context: AuthContext,
  userId: string,
  kind: keyof typeof MAIL_KINDS,
): Promise<Record<string, never>> {
  const { user, token } = await context.database.transaction(async (tx) => {
    const found = await lockUser(tx, userId)
    if (!found) throw userNotFound()
    if (!found.email) throw validationFailed('The user has no email address')
    if (kind === 'confirmation' && found.email_confirmed_at !== null)
      throw validationFailed('The email address is confirmed already')
    const request = kind === 'confirmation' ? requestConfirmation : requestRecovery
    const record = byAdministrator(context, found, { mail: kind })
    return { user: found, token: await request(context, tx, found, { record }) }
  })
  await sendTokenMail(context, { kind: MAIL_KINDS[kind], user, to: user.email ?? '', token })
  return {}
}

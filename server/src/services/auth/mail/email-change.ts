import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { emailExists, sqlState } from '../errors.ts'
import { callSendEmail, isHookEnabled } from '../hooks/hooks.ts'
import { emailData, issueToken, sendTokenMail, type IssuedToken } from './mail.ts'
import { deleteOneTimeTokens, type OneTimeTokenType } from '../queries/one-time-tokens.ts'
import { takeUnproved } from '../queries/unproved-emails.ts'
import type { Challenge } from '../sign-in/pkce.ts'
import { updateUser, upsertIdentity, type User } from '../queries/users.ts'
import { mergeMetadata } from '../users/user-view.ts'

export const WAITING_FOR_OTHER_MAILBOX =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export type EmailChangeTokens = readonly { readonly to: string; readonly token: IssuedToken }[]

/** Stores the new address and creates a token for its mailbox and, if required, for the old one. */
export async function requestEmailChange(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  { user, newEmail, challenge }: { user: User; newEmail: string; challenge: Challenge | undefined },
): Promise<EmailChangeTokens> {
  const draw = async (type: OneTimeTokenType, to: string) => ({
    to,
    token: await issueToken(context, tx, { userId: user.id, type, email: to, challenge }),
  })
  const tokens = [await draw('email_change_token_new', newEmail)]
  if (needsBoth(context, user) && user.email)
    tokens.push(await draw('email_change_token_current', user.email))
  await noteEmailChange(context, tx, { user, newEmail })
  return tokens
}

/** Stores the requested address and resets confirmations of an earlier one. */
export const noteEmailChange = (
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { user, newEmail }: { user: User; newEmail: string },
) =>
  updateUser(
    tx,
    user.id,
    {
      email_change: newEmail,
      email_change_sent_at: context.now,
      email_change_confirm_status: 0,
    },
    context.now,
  )

/** Mails each address its token. A hook gets both in one call. */
export async function sendEmailChange(
  context: AuthContext,
  user: User,
  tokens: EmailChangeTokens,
): Promise<void> {
  if (isHookEnabled(context, 'send_email')) return callHookWithBoth(context, user, tokens)
  for (const { to, token } of tokens)
    await sendTokenMail(context, { kind: 'email_change', user, to, token })
}

/** `token_hash_new` belongs to the old address, as in GoTrue, whose hooks expect it there. */
async function callHookWithBoth(
  context: AuthContext,
  user: User,
  [forNew, forCurrent]: EmailChangeTokens,
): Promise<void> {
  if (!forNew) return
  await callSendEmail(context, {
    user,
    data: {
      ...emailData(context, 'email_change'),
      token: (forCurrent ?? forNew).token.code,
      token_hash: forNew.token.linkToken,
      ...(forCurrent && {
        token_new: forNew.token.code,
        token_hash_new: forCurrent.token.linkToken,
      }),
    },
  })
}

/**
 * Handles the confirmation from one mailbox. Returns false if the other mailbox has yet to confirm;
 * otherwise the account gets its new address.
 */
export async function confirmEmailChange(
  context: Pick<AuthContext, 'client' | 'now' | 'project' | 'settings'>,
  tx: Connection,
  user: User,
): Promise<boolean> {
  const { now } = context
  if (needsBoth(context, user) && user.email_change_confirm_status === 0) {
    await updateUser(tx, user.id, { email_change_confirm_status: 1 }, now)
    return false
  }
  await applyEmail(context, tx, user)
  // A person who is signed in to the account has verified the new address.
  await takeUnproved(tx, user.id)
  await deleteOneTimeTokens(tx, user.id)
  await audit(context, tx, { action: 'user_modified', actor: user })
  return true
}

async function applyEmail(context: Pick<AuthContext, 'now'>, tx: Connection, user: User) {
  const { now } = context
  const email = user.email_change ?? ''
  try {
    await updateUser(
      tx,
      user.id,
      {
        email,
        email_change: '',
        email_change_confirm_status: 0,
        email_confirmed_at: user.email_confirmed_at ?? now,
        is_anonymous: false,
        raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, {
          ...('email' in user.raw_user_meta_data && { email }),
          email_verified: true,
        }),
      },
      now,
    )
  } catch (error) {
    // Another account took the address while the mails were on their way.
    if (sqlState(error) === '23505') throw emailExists()
    throw error
  }
  await upsertIdentity(tx, {
    userId: user.id,
    provider: 'email',
    data: { sub: user.id, email, email_verified: true },
    now,
  })
}

const needsBoth = (context: Pick<AuthContext, 'settings'>, user: User) =>
  context.settings.mailer_secure_email_change_enabled && !!user.email

import { randomInt } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { digestOf, linkTokenOf } from '../digests.ts'
import { authError } from '../errors.ts'
import { beginFlow, PKCE_PREFIX, type Challenge } from '../sign-in/pkce.ts'
import { putOneTimeToken, type OneTimeTokenType } from '../queries/one-time-tokens.ts'
import type { User } from '../queries/users.ts'
import { callSendEmail, isHookEnabled } from '../hooks/hooks.ts'
import { composeMail, type OutgoingMail } from './compose.ts'
import { deliver, deliverLater } from './deliver.ts'
import type { MailKind } from './mail-texts.ts'
import { withQuery } from './redirects.ts'
import type { TemplateValues } from './template.ts'

/** A mail's short code to type and long token for its link. Using either one invalidates both. */
export type IssuedToken = { readonly code: string; readonly linkToken: string }

export type TokenDraft = {
  readonly userId: string
  readonly type: OneTimeTokenType
  /** The email address that the token confirms. */
  readonly email: string
  /** The PKCE challenge, if the link should return a code for the requesting browser. */
  readonly challenge: Challenge | undefined
}

/** Creates a token for the account. The account's earlier token of this type stops working. */
export async function issueToken(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  { userId, type, email, challenge }: TokenDraft,
): Promise<IssuedToken> {
  const { mailer_otp_length: length } = context.settings
  const code = String(randomInt(10 ** length)).padStart(length, '0')
  const address = email.toLowerCase()
  const plain = linkTokenOf(address, code, context.project.keys.jwtSecret)
  const linkToken = challenge ? `${PKCE_PREFIX}${plain}` : plain
  await putOneTimeToken(tx, {
    userId,
    type,
    digest: digestOf(linkToken),
    relatesTo: address,
    now: context.now,
  })
  if (challenge) await beginFlow(context, tx, { userId, kind: flowKindOf(type), ...challenge })
  return { code, linkToken }
}

/** Both tokens of an address change belong to the same flow. */
export const flowKindOf = (type: OneTimeTokenType): string =>
  type.startsWith('email_change') ? 'email_change' : type

/** The link that uses the token and then redirects to the address that the request named. */
export const actionLink = (
  context: Pick<AuthContext, 'project' | 'redirectTo'>,
  kind: MailKind,
  token: IssuedToken,
): string =>
  withQuery(`${context.project.apiUrl}/auth/v1/verify`, {
    token: token.linkToken,
    type: kind,
    redirect_to: context.redirectTo,
  })

export type TokenMail = {
  readonly kind: MailKind
  readonly user: User
  readonly to: string
  readonly token: IssuedToken
}

/** Sends the mail and waits for the mail server; 500 `unexpected_failure` if that fails. */
export async function sendTokenMail(context: AuthContext, mail: TokenMail): Promise<void> {
  try {
    if (isHookEnabled(context, 'send_email')) await sendByHook(context, mail)
    else await deliver(context, compose(context, mail))
  } catch (cause) {
    if (cause instanceof AppError && !cause.code.startsWith('outgoing_')) throw cause
    throw authError(500, 'unexpected_failure', `Error sending ${MAIL_NAMES[mail.kind]} email`, {
      cause,
    })
  }
}

/**
 * Sends the mail without making the request wait, because the response time must not reveal whether
 * an address has an account.
 */
export function sendTokenMailLater(context: AuthContext, mail: TokenMail): void {
  const sent = isHookEnabled(context, 'send_email')
    ? sendByHook(context, mail)
    : deliverLater(context, compose(context, mail))
  sent.catch((error: unknown) =>
    context.project.log('auth').error({ err: error }, 'Could not send an email'),
  )
}

const MAIL_NAMES: Readonly<Record<MailKind, string>> = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magic link',
  email_change: 'email change',
  reauthentication: 'reauthentication',
}

function compose(
  context: Pick<AuthContext, 'project' | 'redirectTo' | 'settings'>,
  mail: TokenMail,
): OutgoingMail {
  const log = context.project.log('auth')
  return {
    to: mail.to,
    ...composeMail({ settings: context.settings, log }, mail.kind, valuesOf(context, mail)),
  }
}

const valuesOf = (
  context: Pick<AuthContext, 'project' | 'redirectTo' | 'settings'>,
  { kind, user, to, token }: TokenMail,
): TemplateValues => ({
  SiteURL: context.settings.site_url,
  Email: user.email ?? to,
  Data: user.raw_user_meta_data,
  Token: token.code,
  ...(kind !== 'reauthentication' && {
    ConfirmationURL: actionLink(context, kind, token),
    TokenHash: token.linkToken,
    RedirectTo: context.redirectTo,
  }),
  ...(kind === 'email_change' && { NewEmail: user.email_change ?? to, SendingTo: to }),
})

const sendByHook = (context: AuthContext, { kind, user, token }: TokenMail) =>
  callSendEmail(context, {
    user,
    data: { ...emailData(context, kind), token: token.code, token_hash: token.linkToken },
  })

/** The fields that every call of the hook has. */
export const emailData = (
  context: Pick<AuthContext, 'project' | 'redirectTo'>,
  kind: MailKind,
) => ({
  token: '',
  token_hash: '',
  redirect_to: context.redirectTo,
  email_action_type: kind,
  site_url: `${context.project.apiUrl}/auth/v1`,
  token_new: '',
  token_hash_new: '',
  old_email: '',
  old_phone: '',
  provider: '',
  factor_type: '',
})

import { randomInt } from 'node:crypto'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { digestOf, linkTokenOf } from './digests.ts'
import { authError } from '../errors.ts'
import { beginFlow, PKCE_PREFIX, type Challenge } from '../sign-in/pkce.ts'
import { putOneTimeToken, type OneTimeTokenType } from '../queries/one-time-tokens.ts'
import { withQuery } from './redirects.ts'

export type MailKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

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
  context: AuthContext,
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

/** The link that uses the token and then redirects to the address that the request asked for. */
export const actionLink = (context: AuthContext, kind: MailKind, token: IssuedToken): string =>
  withQuery(`${context.project.apiUrl}/auth/v1/verify`, {
    token: token.linkToken,
    type: kind,
    redirect_to: context.redirectTo,
  })

export type TokenMail = {
  readonly kind: MailKind
  readonly to: string
  readonly token: IssuedToken
}

/** Sends the mail and waits for the mail server; 500 `unexpected_failure` if that fails. */
export async function sendTokenMail(context: AuthContext, mail: TokenMail): Promise<void> {
  try {
    await context.mailer(compose(context, mail))
  } catch (cause) {
    throw authError(500, 'unexpected_failure', `Error sending ${TEXTS[mail.kind].name} email`, {
      cause,
    })
  }
}

/**
 * Sends the mail without making the request wait, because the response time must not reveal whether
 * an address has an account.
 */
export function sendTokenMailLater(context: AuthContext, mail: TokenMail): void {
  sendTokenMail(context, mail).catch((error: unknown) =>
    context.log.error({ err: error }, 'A mail could not be sent'),
  )
}

type Texts = { name: string; subject: string; heading: string; sentence: string; action: string }

const TEXTS: Readonly<Record<MailKind, Texts>> = {
  signup: {
    name: 'confirmation',
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    sentence: 'Follow this link to confirm your email address and finish signing up.',
    action: 'Confirm email address',
  },
  invite: {
    name: 'invite',
    subject: 'You have been invited',
    heading: 'You have been invited',
    sentence: 'Follow this link to accept the invitation and create your account.',
    action: 'Accept the invitation',
  },
  recovery: {
    name: 'recovery',
    subject: 'Reset your password',
    heading: 'Reset your password',
    sentence: 'Follow this link to choose a new password.',
    action: 'Reset password',
  },
  magiclink: {
    name: 'magic link',
    subject: 'Your sign-in link',
    heading: 'Sign in',
    sentence: 'Follow this link to sign in.',
    action: 'Sign in',
  },
  email_change: {
    name: 'email change',
    subject: 'Confirm the change of your email address',
    heading: 'Confirm the change of your email address',
    sentence: 'Follow this link to confirm the new email address of your account.',
    action: 'Confirm the change',
  },
}

function compose(context: AuthContext, { kind, to, token }: TokenMail) {
  const { subject, heading, sentence, action } = TEXTS[kind]
  const link = actionLink(context, kind, token)
  const closing = 'If you did not ask for this, you can ignore this mail.'
  return {
    projectRef: context.project.ref,
    to,
    subject,
    html: `<h2>${heading}</h2>
<p>${sentence}</p>
<p><a href="${escapeHtml(link)}">${action}</a></p>
<p>Or enter this code: <strong>${token.code}</strong></p>
<p>${closing}</p>
`,
    text: `${heading}\n\n${sentence}\n\n${link}\n\nOr enter this code: ${token.code}\n\n${closing}\n`,
  }
}

const escapeHtml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { optionalMetadata, text } from '../body.ts'
import { byAdministrator } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { createUser } from '../users/create-user.ts'
import { noteEmailChange } from './email-change.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { authError, emailExists, validationFailed } from '../errors.ts'
import { prepareInvitation } from '../users/invite.ts'
import { actionLink, issueToken, type IssuedToken } from './mail.ts'
import type { MailKind } from './mail-texts.ts'
import { checkNewPassword } from '../sign-in/password-rules.ts'
import { findUser, findUserByEmail, updateUser, type User } from '../queries/users.ts'
import { chooseRedirect } from './redirects.ts'
import { requestRecovery } from './recover.ts'
import { requestConfirmation } from './confirmation.ts'
import { mergeMetadata, toUserBody } from '../users/user-view.ts'

export const GenerateLinkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: optionalMetadata,
  redirect_to: text,
})
type GenerateLinkBody = z.infer<typeof GenerateLinkBody>

const LinkType = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
])
type LinkType = z.infer<typeof LinkType>

const MAIL_KINDS: Readonly<Record<LinkType, MailKind>> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

type Prepared = { readonly user: User; readonly token: IssuedToken }

/** Creates the link of a mail without sending the mail, so that the project's owner can send it. */
export async function generateLink(context: AuthContext, body: GenerateLinkBody) {
  const given = LinkType.safeParse(body.type)
  if (!given.success)
    throw validationFailed(`Invalid email action link type requested: ${body.type.slice(0, 50)}`)
  const email = normalizeEmail(body.email)
  const type = await settleType(context, given.data, email)
  const passwordHash = await hashForSignUp(context, { type, given: given.data, body, email })
  const { user, token } = await context.database.transaction((tx) =>
    prepare(context, tx, { type, email, passwordHash, body }),
  )
  const redirectTo = chooseRedirect(context, [body.redirect_to, context.redirectTo])
  return {
    ...toUserBody(user),
    action_link: actionLink({ ...context, redirectTo }, MAIL_KINDS[type], token),
    email_otp: token.code,
    hashed_token: token.linkToken,
    verification_type: type,
    redirect_to: redirectTo,
  }
}

/** A magic link for an unknown address becomes a sign-up. The remaining types need an account. */
async function settleType(
  context: Pick<AuthContext, 'database'>,
  type: LinkType,
  email: string,
): Promise<LinkType> {
  if (type === 'signup' || type === 'invite') return type
  if (await findUserByEmail(context.database, email)) return type
  if (type === 'magiclink') return 'signup'
  throw authError(404, 'user_not_found', 'User with this email not found')
}

async function hashForSignUp(
  context: AuthContext,
  {
    type,
    given,
    body,
    email,
  }: {
    type: LinkType
    given: LinkType
    body: GenerateLinkBody
    email: string
  },
): Promise<string> {
  if (type !== 'signup' || given === 'magiclink') return ''
  if (await findUserByEmail(context.database, email)) return ''
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  await checkNewPassword(context, body.password)
  return context.passwords.hash(context, body.password)
}

type Request = {
  readonly type: LinkType
  readonly email: string
  readonly passwordHash: string
  readonly body: GenerateLinkBody
}

async function prepare(
  context: AuthContext,
  tx: Connection,
  { type, email, passwordHash, body }: Request,
): Promise<Prepared> {
  const data = body.data ?? {}
  if (type === 'invite') return prepareInvitation(context, tx, { email, data })
  if (type === 'signup') return prepareSignUp(context, tx, { email, passwordHash, data })
  const user = await findUserByEmail(tx, email)
  if (!user) throw authError(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery')
    return reloaded(
      tx,
      user,
      await requestRecovery(context, tx, user, { record: recordOf(context, user) }),
    )
  return prepareEmailChange(context, tx, { user, type, newEmail: normalizeEmail(body.new_email) })
}

async function prepareSignUp(
  context: AuthContext,
  tx: Connection,
  {
    email,
    passwordHash,
    data,
  }: {
    email: string
    passwordHash: string
    data: Readonly<Record<string, unknown>>
  },
): Promise<Prepared> {
  const existing = await findUserByEmail(tx, email)
  if (existing?.email_confirmed_at) throw emailExists()
  if (existing)
    await updateUser(
      tx,
      existing.id,
      { raw_user_meta_data: mergeMetadata(existing.raw_user_meta_data, data) },
      context.now,
    )
  const user =
    existing ??
    (await createUser(context, tx, {
      email,
      passwordHash,
      userMetadata: data,
      isEmailUnproved: false,
    }))
  if (!user) throw emailExists()
  return reloaded(
    tx,
    user,
    await requestConfirmation(context, tx, user, { record: recordOf(context, user) }),
  )
}

async function prepareEmailChange(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  {
    user,
    type,
    newEmail,
  }: {
    user: User
    type: 'email_change_current' | 'email_change_new'
    newEmail: string
  },
): Promise<Prepared> {
  const isCurrent = type === 'email_change_current'
  if (isCurrent && !context.settings.mailer_secure_email_change_enabled)
    throw validationFailed('Enable secure email change to generate link for current email')
  if (await findUserByEmail(tx, newEmail)) throw emailExists()
  // The second link of the same change keeps the confirmation that the first one can have received.
  if (user.email_change !== newEmail) await noteEmailChange(context, tx, { user, newEmail })
  const token = await issueToken(context, tx, {
    userId: user.id,
    type: isCurrent ? 'email_change_token_current' : 'email_change_token_new',
    email: isCurrent ? (user.email ?? '') : newEmail,
    challenge: undefined,
  })
  return reloaded(tx, user, token)
}

async function reloaded(tx: Connection, user: User, token: IssuedToken): Promise<Prepared> {
  return { user: (await findUser(tx, user.id)) ?? user, token }
}

/** The creator of a link requests it. No mail is sent. */
const recordOf = (context: Pick<AuthContext, 'administrator'>, user: User) =>
  byAdministrator(context, user, { mail: 'none' })

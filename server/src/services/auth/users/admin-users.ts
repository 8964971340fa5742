import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit, byAdministrator } from '../audit.ts'
import { bannedUntil } from './ban-duration.ts'
import { flag, optionalMetadata, optionalText, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmPhone } from '../phone/confirm-phone.ts'
import { confirmEmail, createUser } from './create-user.ts'
import { normalizeEmail, normalizePhone } from './email-address.ts'
import {
  authError,
  emailExists,
  phoneExists,
  sqlState,
  userNotFound,
  validationFailed,
} from '../errors.ts'
import { pageHeaders } from '../page-headers.ts'
import { checkPasswordHash } from '../sign-in/password-hashes.ts'
import { checkNewPassword } from '../sign-in/password-rules.ts'
import {
  findUser,
  findUserByEmail,
  findUserByPhone,
  listUsers,
  lockUser,
  updateUser,
  upsertIdentity,
  type User,
} from '../queries/users.ts'
import { takeUnproved } from '../queries/unproved-emails.ts'
import { setPassword } from './update-user.ts'
import { mergeMetadata, toUserBody, type UserBody } from './user-view.ts'

const Label = z
  .string()
  .max(255)
  .nullish()
  .transform((value) => value ?? '')

export const AdminUserBody = z.object({
  id: z.union([z.guid(), z.literal('')]).nullish(),
  aud: Label,
  role: Label,
  email: text,
  phone: text,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: optionalMetadata,
  app_metadata: optionalMetadata,
  ban_duration: text,
})
export type AdminUserBody = z.infer<typeof AdminUserBody>

export const PageNumber = z
  .string()
  .regex(/^\d{0,9}$/)
  .optional()

export const ListUsersQuery = z.object({
  page: PageNumber.transform((value) => Math.max(1, Number(value || 1))),
  per_page: PageNumber.transform((value) => Number(value || 50)).pipe(z.number().min(1)),
  filter: z.string().max(500).optional().default(''),
  sort: z
    .string()
    .regex(/^(created_at( (asc|desc))?)?$/, 'bad sort: only created_at asc or desc')
    .optional()
    .default(''),
})

const MAX_PER_PAGE = 10_000

/** Returns one page of accounts, newest first, and the headers `Link` and `X-Total-Count`. */
export async function listAccounts(
  context: Pick<AuthContext, 'database'>,
  query: z.infer<typeof ListUsersQuery>,
) {
  const limit = Math.min(query.per_page, MAX_PER_PAGE)
  const { users, total } = await listUsers(context.database, {
    filter: query.filter,
    limit,
    offset: (query.page - 1) * limit,
    isAscending: query.sort.endsWith(' asc'),
  })
  return {
    body: { users: users.map(toUserBody), aud: 'authenticated' },
    headers: pageHeaders('/admin/users', { page: query.page, perPage: limit, total }),
  }
}

/** Returns the account; 404 `user_not_found` if it doesn't exist. */
export async function getAccount(
  context: Pick<AuthContext, 'database'>,
  id: string,
): Promise<UserBody> {
  const user = await findUser(context.database, id)
  if (!user) throw userNotFound()
  return toUserBody(user)
}

/** Creates an account with the given fields. Without a password, it gets a random one. */
export async function createAccount(context: AuthContext, body: AdminUserBody): Promise<UserBody> {
  const email = body.email === '' ? undefined : normalizeEmail(body.email)
  const phone = body.phone === '' ? undefined : normalizePhone(body.phone)
  if (!email && !phone)
    throw validationFailed('Cannot create a user without either an email or phone')
  const ban = body.ban_duration === '' ? undefined : bannedUntil(body.ban_duration, context.now)
  const passwordHash = await hashGiven(context, body)
  return context.database.transaction(async (tx) => {
    if (email && (await findUserByEmail(tx, email))) throw emailExists()
    if (phone && (await findUserByPhone(tx, phone))) throw phoneExists()
    const user = await createUser(context, tx, {
      ...(body.id && { id: body.id }),
      ...(email && { email }),
      ...(phone && { phone }),
      aud: body.aud,
      role: body.role,
      passwordHash,
      appMetadata: mergeMetadata({}, body.app_metadata ?? {}),
      userMetadata: body.user_metadata ?? {},
      isEmailUnproved: false,
      isByAdministrator: true,
    })
    if (!user)
      throw authError(422, 'user_already_exists', 'A user with this id is already registered')
    if (body.email_confirm && email) await confirmEmail(context, tx, user)
    if (body.phone_confirm && phone) await confirmPhone(context, tx, user)
    if (ban) await updateUser(tx, user.id, { banned_until: ban }, context.now)
    await auditChange(context, tx, 'user_signedup', user)
    return reload(tx, user.id)
  })
}

/** Changes the given fields. A new password signs the account out everywhere. */
export async function updateAccount(
  context: AuthContext,
  id: string,
  body: AdminUserBody,
): Promise<UserBody> {
  const email = body.email === '' ? undefined : normalizeEmail(body.email)
  const phone = body.phone === '' ? undefined : normalizePhone(body.phone)
  const ban = body.ban_duration === '' ? undefined : bannedUntil(body.ban_duration, context.now)
  const hasPassword = !!body.password || body.password_hash !== undefined
  const passwordHash = hasPassword ? await hashGiven(context, body) : undefined
  const changed = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw userNotFound()
    if (passwordHash) await setPassword(context, tx, { user, passwordHash, keepSession: null })
    await changeAddresses(context, tx, user, { email, phone })
    await updateUser(
      tx,
      id,
      {
        ...(body.role !== '' && { role: body.role }),
        ...(ban !== undefined && { banned_until: ban }),
        ...(body.app_metadata && {
          raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, body.app_metadata),
        }),
        ...(body.user_metadata && {
          raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.user_metadata),
        }),
      },
      context.now,
    )
    const updated = await lockUser(tx, id)
    if (body.email_confirm && updated) {
      await confirmEmail(context, tx, updated)
      await takeUnproved(tx, id)
    }
    if (body.phone_confirm && updated) await confirmPhone(context, tx, updated)
    await auditChange(context, tx, 'user_modified', user, {
      ...(ban !== undefined && { banned_until: ban?.toISOString() ?? null }),
    })
    return reload(tx, id)
  })
  context.sessions.forget(context.project.ref)
  return changed
}

async function changeAddresses(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  user: User,
  { email, phone }: { email: string | undefined; phone: string | undefined },
) {
  const { now } = context
  try {
    if (email && email !== user.email) {
      await updateUser(tx, user.id, { email }, now)
      await takeUnproved(tx, user.id)
      await upsertIdentity(tx, {
        userId: user.id,
        provider: 'email',
        data: { sub: user.id, email },
        now,
      })
    }
    if (phone && phone !== user.phone) {
      await updateUser(tx, user.id, { phone }, now)
      await upsertIdentity(tx, {
        userId: user.id,
        provider: 'phone',
        data: { sub: user.id, phone },
        now,
      })
    }
  } catch (error) {
    if (sqlState(error) === '23505') throw email ? emailExists() : phoneExists()
    throw error
  }
}

async function hashGiven(context: AuthContext, body: AdminUserBody): Promise<string> {
  if (body.password_hash) {
    if (body.password)
      throw validationFailed('Only a password or a password hash should be provided')
    checkPasswordHash(body.password_hash)
    return body.password_hash
  }
  if (!body.password) return context.passwords.hash(context, randomBytes(32).toString('base64url'))
  await checkNewPassword(context, body.password)
  return context.passwords.hash(context, body.password)
}

/** Records an administrator's change to the account in the audit log. */
export const auditChange = (
  context: Pick<AuthContext, 'administrator' | 'client' | 'now' | 'project'>,
  tx: Connection,
  action: 'user_signedup' | 'user_modified' | 'user_deleted' | 'user_invited',
  user: User,
  traits?: Readonly<Record<string, unknown>>,
) => audit(context, tx, { action, ...byAdministrator(context, user, traits) })

async function reload(tx: Connection, id: string): Promise<UserBody> {
  const user = await findUser(tx, id)
  if (!user) throw userNotFound()
  return toUserBody(user)
}

import { z } from 'zod'
import { likePattern } from '../../../lib/like-pattern.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { accountTooLarge, validationFailed } from '../errors.ts'
import { type Bindable, ident, joinSql, prepared, sql, type Sql } from '../../../postgres/sql.ts'

/** The driver returns `infinity`, which project owners write into `banned_until`, as a number. */
const FAR = new Date('9999-12-31T23:59:59Z')
const Timestamp = z
  .union([z.date(), z.custom<number>((value) => typeof value === 'number')])
  .transform((value) => (value instanceof Date ? value : FAR))

const JsonObject = z.record(z.string(), z.unknown()).catch({})
const JsonTime = z.string().nullable()

const Identity = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: JsonObject,
  provider: z.string(),
  last_sign_in_at: JsonTime,
  created_at: JsonTime,
  updated_at: JsonTime,
  email: z.string().nullable(),
})
const Factor = z.object({
  id: z.string(),
  friendly_name: z.string().nullable(),
  factor_type: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/**
 * An account with its identities. Rows written by the owner's SQL can lack any value, and can have
 * values of any length.
 */
const ListedRow = z.object({
  id: z.string(),
  aud: z.string().nullable(),
  role: z.string().nullable(),
  email: z.string().nullable(),
  encrypted_password: z.string().nullable(),
  email_confirmed_at: Timestamp.nullable(),
  invited_at: Timestamp.nullable(),
  phone: z.string().nullable(),
  phone_confirmed_at: Timestamp.nullable(),
  confirmation_sent_at: Timestamp.nullable(),
  confirmed_at: Timestamp.nullable(),
  recovery_sent_at: Timestamp.nullable(),
  email_change: z.string().nullable(),
  email_change_sent_at: Timestamp.nullable(),
  email_change_confirm_status: z.number().nullable(),
  phone_change: z.string().nullable(),
  phone_change_sent_at: Timestamp.nullable(),
  reauthentication_sent_at: Timestamp.nullable(),
  last_sign_in_at: Timestamp.nullable(),
  raw_app_meta_data: JsonObject,
  raw_user_meta_data: JsonObject,
  created_at: Timestamp.nullable(),
  updated_at: Timestamp.nullable(),
  banned_until: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  is_anonymous: z.boolean(),
  identities: z.array(Identity),
  factors: z.array(Factor),
})
export type User = z.infer<typeof ListedRow>

const UserRow = ListedRow.extend({ is_too_large: z.boolean() }).transform(
  ({ is_too_large: isTooLarge, ...user }): User => {
    if (isTooLarge) throw accountTooLarge()
    return user
  },
)

/** Four times what the API accepts as metadata. Only the owner's SQL stores more. */
const MAX_ACCOUNT_BYTES = 4_000_000
/** Accounts of a page are in memory several times: as rows, as objects, and as JSON. */
const MAX_PAGE_BYTES = 32_000_000

const sizeOf = (column: string) => sql`coalesce(octet_length(${ident('u', column)}::text), 0)`

/**
 * Accounts with their size, so that Postgres doesn't send more than the server's memory can hold.
 * The `offset` keeps the planner from computing the size once for each of its uses.
 */
const sized = (users: Sql) => sql`
  ${users} u cross join lateral (
    select ${sizeOf('raw_app_meta_data')} + ${sizeOf('raw_user_meta_data')} + ${sizeOf('phone')}
      + ${sizeOf('phone_change')}
      + (select coalesce(sum(octet_length(i.identity_data::text) + octet_length(i.provider_id)
          + octet_length(i.provider)), 0) from auth.identities i where i.user_id = u.id)
      + (select coalesce(sum(octet_length(f.friendly_name)), 0)
          from auth.mfa_factors f where f.user_id = u.id) as bytes
    offset 0
  ) size`

const accounts = sized(sql`auth.users`)
const fits = sql`(size.bytes <= ${MAX_ACCOUNT_BYTES})`

const columns = sql`
  not ${fits} as is_too_large, u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at,
  u.invited_at, case when ${fits} then u.phone end as phone,
  u.phone_confirmed_at, u.confirmation_sent_at, u.confirmed_at, u.recovery_sent_at, u.email_change,
  u.email_change_sent_at, u.email_change_confirm_status, u.last_sign_in_at,
  case when ${fits} then u.phone_change end as phone_change, u.phone_change_sent_at,
  u.reauthentication_sent_at,
  case when ${fits} then u.raw_app_meta_data end as raw_app_meta_data,
  case when ${fits} then u.raw_user_meta_data end as raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider,
      'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email) order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id and ${fits}), '[]') as identities,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at)
      order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id and ${fits}), '[]') as factors`

export const findUser = (db: Connection, id: string) =>
  db.maybe(
    prepared('find_user', sql`select ${columns} from ${accounts} where u.id = ${id}`),
    UserRow,
  )

/** Finds the account of a refresh token. */
export const findUserOfToken = (db: Connection, digest: string) =>
  db.maybe(
    prepared(
      'find_user_of_token',
      sql`select ${columns} from ${accounts} where u.id =
      (select s.user_id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
        where t.token = ${digest})`,
    ),
    UserRow,
  )

/** Finds and locks the account, so that other changes to it wait until the transaction ends. */
export const lockUser = (tx: Connection, id: string) =>
  tx.maybe(sql`select ${columns} from ${accounts} where u.id = ${id} for update of u`, UserRow)

/** Finds an account by its email address in lowercase. */
export const findUserByEmail = (db: Connection, email: string) =>
  db.maybe(
    prepared(
      'find_user_by_email',
      sql`select ${columns} from ${accounts} where lower(u.email) = ${email} and not u.is_sso_user`,
    ),
    UserRow,
  )

export const findUserByPhone = (db: Connection, phone: string) =>
  db.maybe(sql`select ${columns} from ${accounts} where u.phone = ${phone}`, UserRow)

/** Finds the account that asked to change its number to this one. */
export const findUserByPhoneChange = (db: Connection, phone: string) =>
  db.maybe(
    sql`select ${columns} from ${accounts} where u.phone_change = ${phone}
      order by u.phone_change_sent_at desc nulls last limit 1`,
    UserRow,
  )

export type UserPage = {
  readonly filter: string
  readonly limit: number
  readonly offset: number
  /** Oldest first. */
  readonly isAscending?: boolean
}

/**
 * Lists accounts, newest first. The filter matches email addresses, names, and a complete ID. An
 * account that is too large comes without its metadata, identities, and factors. 400
 * `validation_failed` for a page that is too large as a whole.
 */
export async function listUsers(
  db: Connection,
  { filter, limit, offset, isAscending = false }: UserPage,
) {
  const where = filter === '' ? sql`true` : matches(filter)
  // The expression of the index, in which accounts without a time are the oldest.
  const order = isAscending
    ? sql`order by coalesce(u.created_at, '-infinity'), u.id`
    : sql`order by coalesce(u.created_at, '-infinity') desc, u.id desc`
  const page = sized(
    sql`(select * from auth.users u where ${where} ${order} limit ${limit} offset ${offset})`,
  )
  const { bytes } = await db.one(
    sql`select coalesce(sum(size.bytes) filter (where ${fits}), 0)::float8 as bytes from ${page}`,
    z.object({ bytes: z.number() }),
  )
  if (bytes > MAX_PAGE_BYTES)
    throw validationFailed('This page is too large. Ask for fewer users with per_page.')
  const users = await db.many(sql`select ${columns} from ${page} ${order}`, ListedRow)
  const { total } = await db.one(
    sql`select count(*)::int as total from auth.users u where ${where}`,
    z.object({ total: z.number() }),
  )
  return { users, total }
}

function matches(filter: string): Sql {
  if (z.guid().safeParse(filter).success) return sql`u.id = ${filter}`
  const pattern = likePattern(filter)
  return sql`(u.email ilike ${pattern} or u.phone ilike ${pattern}
    or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`
}

export type NewUser = {
  readonly id: string
  readonly aud: string
  readonly role: string
  readonly email: string | null
  readonly phone: string | null
  readonly passwordHash: string
  readonly appMetadata: Readonly<Record<string, unknown>>
  readonly userMetadata: Readonly<Record<string, unknown>>
  readonly isAnonymous: boolean
  /** Whether the account belongs to an organization's identity provider. */
  readonly isSso: boolean
  /** Nobody has proved to own the address, which is recorded in the same statement. */
  readonly isUnproved: boolean
  readonly now: Date
}

/** Returns false when another account already has the address, the phone number, or the ID. */
export async function insertUser(tx: Connection, user: NewUser): Promise<boolean> {
  const insert = sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
      raw_user_meta_data, is_anonymous, is_sso_user, created_at, updated_at)
    values (
      '00000000-0000-0000-0000-000000000000', ${user.id}, ${user.aud}, ${user.role}, ${user.email},
      ${user.phone}, ${user.passwordHash}, ${JSON.stringify(user.appMetadata)},
      ${JSON.stringify(user.userMetadata)}, ${user.isAnonymous}, ${user.isSso}, ${user.now}, ${user.now})
    on conflict do nothing`
  const inserted = await tx.run(
    user.isUnproved
      ? sql`
        with inserted as (${insert} returning id)
        insert into auth.unproved_emails (user_id, created_at)
        select id, ${user.now} from inserted`
      : insert,
  )
  return inserted === 1
}

export type UserChange = {
  readonly email?: string
  readonly phone?: string | null
  readonly encrypted_password?: string
  readonly role?: string
  readonly raw_app_meta_data?: Readonly<Record<string, unknown>>
  readonly raw_user_meta_data?: Readonly<Record<string, unknown>>
  readonly email_confirmed_at?: Date
  readonly phone_confirmed_at?: Date | null
  readonly confirmation_sent_at?: Date
  readonly recovery_sent_at?: Date
  readonly invited_at?: Date
  readonly email_change?: string
  readonly email_change_sent_at?: Date
  readonly email_change_confirm_status?: number
  readonly phone_change?: string
  readonly phone_change_sent_at?: Date
  readonly reauthentication_sent_at?: Date
  readonly banned_until?: Date | null
  readonly deleted_at?: Date
  readonly is_anonymous?: boolean
}

/** Sets only the given columns. Unique violations reject with SQLSTATE 23505. */
export async function updateUser(tx: Connection, id: string, change: UserChange, now: Date) {
  const sets = Object.entries({ ...change, updated_at: now }).map(
    ([column, value]) => sql`${ident(column)} = ${bindable(value)}`,
  )
  await tx.run(sql`update auth.users set ${joinSql(sets)} where id = ${id}`)
}

export const deleteUser = (tx: Connection, id: string) =>
  tx.run(sql`delete from auth.users where id = ${id}`)

export type NewIdentity = {
  readonly userId: string
  readonly provider: 'email' | 'phone'
  readonly data: Readonly<Record<string, unknown>>
  readonly now: Date
}

/** Adds the identity or updates its data. */
export const upsertIdentity = (tx: Connection, { userId, provider, data, now }: NewIdentity) =>
  tx.run(sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (${userId}, ${userId}, ${JSON.stringify(data)}, ${provider}, ${now}, ${now})
    on conflict (provider_id, provider) do update
      set identity_data = identities.identity_data || excluded.identity_data,
        updated_at = excluded.updated_at`)

export const deleteIdentities = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.identities where user_id = ${userId}`)

function bindable(value: UserChange[keyof UserChange]): Bindable {
  if (value === undefined) throw new TypeError('A column cannot be set to undefined')
  if (value === null || value instanceof Date || typeof value !== 'object') return value
  return JSON.stringify(value)
}

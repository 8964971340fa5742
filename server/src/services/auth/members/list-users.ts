import type { ListedUser, USER_SORTS, UserFilter } from '@stoa/contract/services/auth/members'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { likePattern } from '../../../lib/like-pattern.ts'
import type { ServiceSession, Session as Connection } from '../../../postgres/database.ts'
import { joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { sqlState } from '../errors.ts'
import { cursorOf, positionOf } from './cursors.ts'

/** A search by any part of an address reads the whole table, so it gets a limit. */
const SEARCH_MS = 5000
/** Up to this many users are counted one by one. */
const COUNTED = 10_000
/** Up to this many results of a search are sorted. If there are more, any order soon finds some. */
const SORTED = 15_000
const LAST_CHARACTER = '\u{10FFFF}'
/** A name in the metadata can have any length. */
const MAX_NAME = 200

/** The orders of the list. Each has an index. */
const ORDERS = {
  created_at: { key: rawSql(`coalesce(u.created_at, '-infinity')`), type: rawSql('timestamptz') },
  last_sign_in_at: {
    key: rawSql(`coalesce(u.last_sign_in_at, '-infinity')`),
    type: rawSql('timestamptz'),
  },
  email: { key: rawSql(`coalesce(lower(u.email), '') collate "C"`), type: rawSql('text') },
  phone: { key: rawSql(`coalesce(u.phone, '') collate "C"`), type: rawSql('text') },
} as const satisfies Record<(typeof USER_SORTS)[number], { key: Sql; type: Sql }>

const Row = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    name: z.string().nullable(),
    providers: z.array(z.string()),
    created_at: z.string().nullable(),
    last_sign_in_at: z.string().nullable(),
    is_confirmed: z.boolean(),
    is_anonymous: z.boolean(),
    banned_until: z.string().nullable(),
    key: z.string(),
  })
  .transform(({ key, ...user }) => ({ key, user }))

/** A time as ISO 8601; infinite times, which the owner's SQL can store, become null. */
const iso = (column: 'created_at' | 'last_sign_in_at' | 'banned_until') =>
  rawSql(`case when isfinite(u.${column}) then to_json(u.${column}) #>> '{}' end as ${column}`)

export type UserPageQuery = UserFilter & {
  readonly sort?: keyof typeof ORDERS | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/**
 * One page of users. A search by the start of an address has the order of its index, unless another
 * is given. 400 `invalid_cursor` for a cursor of another order; 422 `search_too_slow` if a search
 * by any part of an address takes more than five seconds.
 */
export async function listUsersPage(
  db: ServiceSession,
  { limit = 50, cursor, ...query }: UserPageQuery,
): Promise<{ users: ListedUser[]; next_cursor?: string }> {
  const { sort, order, filter } = withOrder(query)
  const { key, type } = ORDERS[sort]
  const isDescending = order === 'desc'
  const direction = isDescending ? rawSql('desc') : rawSql('asc')
  const position = cursor === undefined ? undefined : positionOf(cursor, `${sort}.${order}`)
  const behind = isDescending ? rawSql('<') : rawSql('>')
  const after = position
    ? sql`(${key}, u.id) ${behind} (${position.key}::${type}, ${position.id}::uuid)`
    : sql`true`
  const rows = await limited(db, async (tx) =>
    tx.many(
      sql`
        select u.id, left(u.email, 320) as email, left(u.phone, 40) as phone,
          left(coalesce(
            u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name'), ${MAX_NAME}
          ) as name,
          array(
            select distinct left(i.provider, 100) from auth.identities i where i.user_id = u.id
            order by 1 limit 20
          ) as providers,
          ${iso('created_at')}, ${iso('last_sign_in_at')}, u.confirmed_at is not null as is_confirmed,
          u.is_anonymous, ${iso('banned_until')}, (${key})::text as key
        from ${await matching(tx, { filter, sort, after, direction, limit: limit + 1 })} and ${after}
        order by ${key} ${direction}, u.id ${direction}
        limit ${limit + 1}`,
      Row,
    ),
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    users: page.map(({ user }) => user),
    ...(last && { next_cursor: cursorOf(`${sort}.${order}`, { key: last.key, id: last.user.id }) }),
  }
}

function withOrder({ sort, order, ...filter }: Omit<UserPageQuery, 'limit' | 'cursor'>) {
  const isByStart = isSearchByStart(filter)
  return {
    sort: sort ?? (isByStart ? 'email' : 'created_at'),
    order: order ?? (isByStart && (sort ?? 'email') === 'email' ? 'asc' : 'desc'),
    filter,
  } as const
}

const isSearchByStart = ({ search, match = 'start' }: UserFilter): boolean =>
  search !== undefined && search !== '' && match === 'start'

/**
 * The matching rows. Postgres assumes that the results of a search are spread evenly over every
 * order, and would read all newer users to find the oldest. So if there are few results, they are
 * found first and then sorted.
 */
async function matching(
  tx: Connection,
  { filter, sort, after, direction, limit }: UserListing,
): Promise<Sql> {
  const all = sql`auth.users u where ${whereOf(filter)}`
  // The index of addresses has both the search and the order.
  if (sort === 'email' || !filter.search || !isSearchByStart(filter)) return all
  // Rows are wide, so only the columns of filters and orders are kept and sorted.
  const { count, ids } = await tx.one(
    sql`
      with found as materialized (
        select u.id, u.created_at, u.last_sign_in_at, u.phone, u.confirmed_at, u.is_anonymous,
          u.banned_until
        from auth.users u
        where ${beginningWith(filter.search)}
        limit ${SORTED + 1}
      )
      select
        (select count(*) from found)::int as count,
        array(
          select u.id
          from found u
          where (select count(*) from found) <= ${SORTED}
            and ${whereOf({ ...filter, search: undefined })} and ${after}
          order by ${ORDERS[sort].key} ${direction}, u.id ${direction}
          limit ${limit}
        )::text[] as ids`,
    z.object({ count: z.number(), ids: z.array(z.string()) }),
  )
  return count > SORTED ? all : sql`auth.users u where u.id = any (${ids}::uuid[])`
}

type UserListing = {
  readonly filter: UserFilter
  readonly sort: keyof typeof ORDERS
  /** The condition that rows come after the cursor. */
  readonly after: Sql
  readonly direction: Sql
  readonly limit: number
}

/** The number of users that match. Without `isExact`, counting stops at ten thousand. */
export async function countUsers(
  db: ServiceSession,
  filter: UserFilter,
  isExact: boolean,
): Promise<{ count: number; is_estimate: boolean }> {
  const where = whereOf(filter)
  const most = isExact ? sql`all` : sql`${COUNTED + 1}`
  const { count, estimate } = await limited(db, (tx) =>
    tx.one(
      sql`
        select (select count(*) from (
            select from auth.users u where ${where} limit ${most}) as found)::float8 as count,
          (select reltuples from pg_catalog.pg_class
            where oid = 'auth.users'::regclass)::float8 as estimate`,
      z.object({ count: z.number(), estimate: z.number() }),
    ),
  )
  if (isExact || count <= COUNTED) return { count, is_estimate: false }
  // Postgres estimates only whole tables.
  const hasFilter = Object.values(filter).some((value) => value !== undefined && value !== '')
  return { count: hasFilter ? COUNTED : Math.max(count, estimate), is_estimate: true }
}

function whereOf({ search, match = 'start', state, provider }: UserFilter): Sql {
  const parts = [sql`true`]
  if (search) parts.push(match === 'contains' ? containing(search) : beginningWith(search))
  if (state) parts.push(STATES[state])
  if (provider)
    parts.push(sql`exists (
      select from auth.identities i where i.user_id = u.id and i.provider = ${provider})`)
  return joinSql(parts, ' and ')
}

const STATES = {
  confirmed: rawSql('u.confirmed_at is not null'),
  unconfirmed: rawSql('u.confirmed_at is null and not u.is_anonymous'),
  anonymous: rawSql('u.is_anonymous'),
  banned: rawSql('u.banned_until > now()'),
} as const satisfies Record<NonNullable<UserFilter['state']>, Sql>

function beginningWith(search: string): Sql {
  const id = z.guid().safeParse(search)
  if (id.success) return sql`u.id = ${id.data}`
  const byEmail = startsWith(ORDERS.email.key, search.toLowerCase())
  const digits = search.replaceAll(/[\s+()-]/g, '')
  if (!/^\d+$/.test(digits)) return byEmail
  return sql`(${byEmail} or ${startsWith(ORDERS.phone.key, digits)})`
}

/** A range, and not `like`, which Postgres would check again for each row that the index finds. */
const startsWith = (key: Sql, start: string): Sql =>
  sql`(${key} >= ${start} and ${key} < ${`${start}${LAST_CHARACTER}`})`

function containing(search: string): Sql {
  const part = likePattern(search)
  return sql`(u.email ilike ${part} or u.phone ilike ${part} or u.id::text = lower(${search})
    or u.raw_user_meta_data ->> 'full_name' ilike ${part}
    or u.raw_user_meta_data ->> 'name' ilike ${part})`
}

async function limited<T>(db: ServiceSession, work: (tx: Connection) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.run(sql`select set_config('statement_timeout', ${String(SEARCH_MS)}, true)`)
      return work(tx)
    })
  } catch (error) {
    if (sqlState(error) !== '57014') throw error
    throw new AppError('search_too_slow', 'The search took more than five seconds.', {
      status: 422,
      hint: 'Search for the start of an email address or phone number, or for the user’s ID.',
    })
  }
}

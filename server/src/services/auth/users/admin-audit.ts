import { z } from 'zod'
import { likePattern } from '../../../lib/like-pattern.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../errors.ts'
import { pageHeaders } from '../page-headers.ts'
import { PageNumber } from './admin-users.ts'

export const AuditQuery = z.object({
  page: PageNumber.transform((value) => Math.max(1, Number(value || 1))),
  per_page: PageNumber.transform((value) => Math.max(1, Number(value || 50))),
  query: z.string().max(500).optional().default(''),
})

const MAX_PER_PAGE = 1000

/** The fields that each scope of a query searches. */
const SCOPES: ReadonlyMap<string, Sql> = new Map([
  ['author', sql`coalesce(payload ->> 'actor_username', '')`],
  ['action', sql`coalesce(payload ->> 'action', '')`],
  ['type', sql`coalesce(payload ->> 'log_type', '')`],
])

const Entry = z.object({
  id: z.string(),
  payload: z.unknown(),
  created_at: z.string().nullable(),
  ip_address: z.string(),
})

/**
 * One page of the audit log, newest first, with the headers `Link` and `X-Total-Count`. A query is
 * `scope:text` with the scope `author`, `action`, or `type`; 400 `validation_failed` for others.
 */
export async function listAuditLog(
  { database }: Pick<AuthContext, 'database'>,
  { page, per_page: given, query }: z.infer<typeof AuditQuery>,
) {
  const perPage = Math.min(given, MAX_PER_PAGE)
  const where = query === '' ? sql`true` : matching(query)
  const entries = await database.many(
    sql`
      select id, payload, to_json(created_at) #>> '{}' as created_at, ip_address
      from auth.audit_log_entries where ${where}
      order by coalesce(created_at, '-infinity') desc, id desc
      limit ${perPage} offset ${(page - 1) * perPage}`,
    Entry,
  )
  const { total } = await database.one(
    sql`select count(*)::int as total from auth.audit_log_entries where ${where}`,
    z.object({ total: z.number() }),
  )
  return { body: entries, headers: pageHeaders('/admin/audit', { page, perPage, total }) }
}

function matching(query: string): Sql {
  const colon = query.indexOf(':')
  const field = SCOPES.get(query.slice(0, Math.max(0, colon)))
  if (!field) throw validationFailed('bad query: use author, action, or type, then a colon')
  return sql`${field} ilike ${likePattern(query.slice(colon + 1))}`
}

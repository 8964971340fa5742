import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Bindable } from '../../../postgres/sql.ts'

const Row = z.object({
  id: z.string(),
  provider_type: z.enum(['oauth2', 'oidc']),
  identifier: z.string(),
  name: z.string(),
  client_id: z.string(),
  /** Encrypted. */
  client_secret: z.string(),
  acceptable_client_ids: z.array(z.string()),
  scopes: z.array(z.string()),
  custom_claims_allowlist: z.array(z.string()),
  pkce_enabled: z.boolean(),
  attribute_mapping: z.record(z.string(), z.unknown()),
  authorization_params: z.record(z.string(), z.string()).catch({}),
  enabled: z.boolean(),
  email_optional: z.boolean(),
  issuer: z.string().nullable(),
  discovery_url: z.string().nullable(),
  skip_nonce_check: z.boolean(),
  cached_discovery: z.unknown(),
  discovery_cached_at: z.date().nullable(),
  authorization_url: z.string().nullable(),
  token_url: z.string().nullable(),
  userinfo_url: z.string().nullable(),
  jwks_uri: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type CustomProvider = z.infer<typeof Row>

export const findCustomProvider = (db: Connection, identifier: string) =>
  db.maybe(sql`select * from auth.custom_oauth_providers where identifier = ${identifier}`, Row)

export const listCustomProviders = (db: Connection, type: string | undefined) =>
  db.many(
    sql`select * from auth.custom_oauth_providers
      where ${type ?? null}::text is null or provider_type = ${type ?? null}
      order by created_at, id`,
    Row,
  )

export const countCustomProviders = async (db: Connection): Promise<number> => {
  const { count } = await db.one(
    sql`select count(*)::int as count from auth.custom_oauth_providers`,
    z.object({ count: z.number() }),
  )
  return count
}

export type CustomProviderValues = {
  readonly [Column in Exclude<keyof CustomProvider, 'created_at' | 'updated_at' | 'id'>]?:
    | CustomProvider[Column]
    | undefined
}

const JSON_COLUMNS = new Set(['attribute_mapping', 'authorization_params', 'cached_discovery'])

const entriesOf = (values: CustomProviderValues) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => {
      // Every other column is text, a flag, a time, or a list of texts.
      const bound = JSON_COLUMNS.has(column) ? JSON.stringify(value) : (value as Bindable)
      return { column, bound }
    })

/** Returns undefined when the identifier is taken. */
export function insertCustomProvider(tx: Connection, values: CustomProviderValues, now: Date) {
  const entries = [
    ...entriesOf(values),
    { column: 'created_at', bound: now },
    { column: 'updated_at', bound: now },
  ]
  return tx.maybe(
    sql`insert into auth.custom_oauth_providers (${joinSql(entries.map(({ column }) => ident(column)))})
      values (${joinSql(entries.map(({ bound }) => sql`${bound}`))})
      on conflict (identifier) do nothing returning *`,
    Row,
  )
}

export function updateCustomProvider(
  tx: Connection,
  identifier: string,
  values: CustomProviderValues,
  now: Date,
) {
  const sets = [...entriesOf(values), { column: 'updated_at', bound: now }].map(
    ({ column, bound }) => sql`${ident(column)} = ${bound}`,
  )
  return tx.maybe(
    sql`update auth.custom_oauth_providers set ${joinSql(sets)}
      where identifier = ${identifier} returning *`,
    Row,
  )
}

export const deleteCustomProvider = (tx: Connection, identifier: string) =>
  tx.run(sql`delete from auth.custom_oauth_providers where identifier = ${identifier}`)

export const storeDiscovery = (
  tx: Connection,
  { id, document, now }: { id: string; document: object; now: Date },
) =>
  tx.run(sql`
    update auth.custom_oauth_providers
    set cached_discovery = ${JSON.stringify(document)}, discovery_cached_at = ${now}
    where id = ${id}`)

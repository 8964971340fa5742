import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { ident, joinSql, sql } from '../../../postgres/sql.ts'

const List = z.string().transform((list) => list.split(',').filter(Boolean))
const Row = z.object({
  id: z.string(),
  client_secret_hash: z.string().nullable(),
  registration_type: z.enum(['dynamic', 'manual']),
  redirect_uris: List,
  grant_types: List,
  client_name: z.string().nullable(),
  client_uri: z.string().nullable(),
  logo_uri: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  client_type: z.enum(['public', 'confidential']),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
})
export type OAuthClient = z.infer<typeof Row>

const columns = sql`id, client_secret_hash, registration_type::text, redirect_uris, grant_types,
  client_name, client_uri, logo_uri, created_at, updated_at, client_type::text,
  token_endpoint_auth_method`

export type NewOAuthClient = {
  readonly id: string
  readonly secretDigest: string | null
  readonly registration: OAuthClient['registration_type']
  readonly type: OAuthClient['client_type']
  readonly method: OAuthClient['token_endpoint_auth_method']
  readonly name: string
  readonly clientUri: string | null
  readonly logoUri: string | null
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  readonly now: Date
}

export const insertOAuthClient = (tx: Connection, client: NewOAuthClient) =>
  tx.one(
    sql`insert into auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris,
        grant_types, client_name, client_uri, logo_uri, client_type, token_endpoint_auth_method,
        created_at, updated_at)
      values (${client.id}, ${client.secretDigest},
        ${client.registration}::auth.oauth_registration_type, ${client.redirectUris.join(',')},
        ${client.grantTypes.join(',')}, ${client.name}, ${client.clientUri}, ${client.logoUri},
        ${client.type}::auth.oauth_client_type, ${client.method}, ${client.now}, ${client.now})
      returning ${columns}`,
    Row,
  )

export const findOAuthClient = (db: Connection, id: string) =>
  db.maybe(
    sql`select ${columns} from auth.oauth_clients where id = ${id} and deleted_at is null`,
    Row,
  )

export async function countDynamicClients(db: Connection): Promise<number> {
  const { count } = await db.one(
    sql`select count(*)::int as count from auth.oauth_clients
      where registration_type = 'dynamic' and deleted_at is null`,
    z.object({ count: z.number() }),
  )
  return count
}

export async function listOAuthClients(
  db: Connection,
  { limit, offset }: { limit: number; offset: number },
) {
  const clients = await db.many(
    sql`select ${columns} from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit ${limit} offset ${offset}`,
    Row,
  )
  const { total } = await db.one(
    sql`select count(*)::int as total from auth.oauth_clients where deleted_at is null`,
    z.object({ total: z.number() }),
  )
  return { clients, total }
}

export type OAuthClientChange = Readonly<
  Partial<
    Record<
      | 'client_name'
      | 'client_uri'
      | 'logo_uri'
      | 'redirect_uris'
      | 'grant_types'
      | 'token_endpoint_auth_method'
      | 'client_secret_hash',
      string | undefined
    >
  >
>

export function updateOAuthClient(
  tx: Connection,
  id: string,
  change: OAuthClientChange,
  now: Date,
) {
  const sets = Object.entries({ ...change, updated_at: now }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${ident(column)} = ${value}`],
  )
  return tx.maybe(
    sql`update auth.oauth_clients set ${joinSql(sets)}
      where id = ${id} and deleted_at is null returning ${columns}`,
    Row,
  )
}

/** Marks the client as deleted and deletes its sessions; false when there is none. */
export async function deleteOAuthClient(tx: Connection, id: string, now: Date): Promise<boolean> {
  const deleted = await tx.run(sql`
    update auth.oauth_clients set deleted_at = ${now} where id = ${id} and deleted_at is null`)
  await tx.run(sql`delete from auth.sessions where oauth_client_id = ${id}`)
  await tx.run(sql`delete from auth.oauth_consents where client_id = ${id}`)
  return deleted === 1
}

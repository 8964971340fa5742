import {
  ForeignTable,
  TableName,
  TlsMode,
  type ForeignServer,
} from '@stoa/contract/services/wrappers/servers'
import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'

/** The record of a foreign server, without the state of its secret in the vault. */
const StoredServer = z.object({
  id: z.string(),
  name: z.string(),
  socket: z.int(),
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  tls: TlsMode,
  ca_certificate: z.string().nullable(),
  secret_id: z.string(),
  owns_secret: z.boolean(),
  belongs_to: z.string(),
  created_at: z.string(),
  is_writable: z.boolean(),
  /** The folder of the socket that the foreign server connects to. */
  folder: z.string().nullable(),
})
export type StoredServer = z.infer<typeof StoredServer>

const OPTION = (name: string) => sql`(
  select o.option_value from pg_catalog.pg_options_to_table(f.srvoptions) as o
  where o.option_name = ${name}::text)`

export const readServers = (session: Session): Promise<StoredServer[]> =>
  session.many(
    sql`
      select s.id::text, s.name, s.socket, s.host, s.port, s.database, s."user", s.tls,
        s.ca_certificate, s.secret_id::text, s.owns_secret, s.belongs_to,
        pg_catalog.to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
          as created_at,
        coalesce(${OPTION('updatable')} <> 'false', true) as is_writable,
        ${OPTION('host')} as folder
      from stoa.foreign_servers as s
      left join pg_catalog.pg_foreign_server as f on f.srvname = s.name
      order by s.name`,
    StoredServer,
  )

/** Where a foreign server is, and the secret that signs in there. */
export type ServerFields = Pick<
  StoredServer,
  | 'host'
  | 'port'
  | 'database'
  | 'user'
  | 'tls'
  | 'ca_certificate'
  | 'secret_id'
  | 'owns_secret'
  | 'belongs_to'
>

export const insertServer = (
  tx: Session,
  server: ServerFields & Pick<StoredServer, 'id' | 'name' | 'socket'>,
) =>
  tx.run(sql`
    insert into stoa.foreign_servers (id, name, socket, host, port, database, "user", tls,
      ca_certificate, secret_id, owns_secret, belongs_to)
    values (${server.id}::uuid, ${server.name}, ${server.socket}::integer, ${server.host},
      ${server.port}::integer, ${server.database}, ${server.user}, ${server.tls},
      ${server.ca_certificate}, ${server.secret_id}::uuid, ${server.owns_secret}::boolean,
      ${server.belongs_to})`)

export const updateServerRow = (tx: Session, id: string, server: ServerFields) =>
  tx.run(sql`
    update stoa.foreign_servers set host = ${server.host}, port = ${server.port}::integer,
      database = ${server.database}, "user" = ${server.user}, tls = ${server.tls},
      ca_certificate = ${server.ca_certificate}, secret_id = ${server.secret_id}::uuid,
      owns_secret = ${server.owns_secret}::boolean, belongs_to = ${server.belongs_to}
    where id = ${id}::uuid`)

export const deleteServerRow = (session: Session, id: string) =>
  session.run(sql`delete from stoa.foreign_servers where id = ${id}::uuid`)

/** Makes other changes of the server wait for the end of the transaction. */
export const lockServerRow = (tx: Session, id: string) =>
  tx.run(sql`select from stoa.foreign_servers where id = ${id}::uuid for update`)

/** The number of the lock that creations wait for. */
const CREATION_LOCK = 7_305_619

/** Makes other creations wait for the end of the transaction. */
export const lockCreation = (tx: Session) =>
  tx.run(sql`select pg_catalog.pg_advisory_xact_lock(${CREATION_LOCK})`)

export const isFdwAvailable = async (session: Session): Promise<boolean> => {
  const { available } = await session.one(
    sql`
      select exists (
        select from pg_catalog.pg_available_extensions where name = 'postgres_fdw'
      ) as available`,
    z.object({ available: z.boolean() }),
  )
  return available
}

/** The tables, views and roles that depend on a foreign server. */
export type Dependents = Pick<ForeignServer, 'tables' | 'views' | 'mapped_roles'>

const OfServer = z.object({ server: z.string() })

/** Roles of API requests that are subject to row level security elsewhere. */
const API_ROLES = ['anon', 'authenticated']
const MAX_DEPENDENTS = 5000

/** The dependents of each foreign server, by the server's name. */
export async function readDependents(session: Session): Promise<(name: string) => Dependents> {
  const tables = await session.many(
    sql`
      select f.srvname as server, n.nspname as schema, c.relname as name,
        coalesce((
          select o.option_value from pg_catalog.pg_options_to_table(t.ftoptions) as o
          where o.option_name = 'schema_name'), n.nspname) as remote_schema,
        coalesce((
          select o.option_value from pg_catalog.pg_options_to_table(t.ftoptions) as o
          where o.option_name = 'table_name'), c.relname) as remote_name,
        array(
          select r.rolname::text from pg_catalog.pg_roles as r
          where r.rolname = any (${API_ROLES}::name[])
            and pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage')
            and pg_catalog.has_table_privilege(r.oid, c.oid, 'select')
          order by r.rolname) as api_roles
      from pg_catalog.pg_foreign_table as t
      join pg_catalog.pg_foreign_server as f on f.oid = t.ftserver
      join stoa.foreign_servers as s on s.name = f.srvname
      join pg_catalog.pg_class as c on c.oid = t.ftrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.relpersistence = 'p'
      order by n.nspname, c.relname limit ${MAX_DEPENDENTS}`,
    ForeignTable.extend(OfServer.shape),
  )
  const views = await session.many(
    sql`
      with recursive dependents as (
        select f.srvname as server, t.ftrelid as id
        from pg_catalog.pg_foreign_table as t
        join pg_catalog.pg_foreign_server as f on f.oid = t.ftserver
        join stoa.foreign_servers as s on s.name = f.srvname
        union
        select b.server, r.ev_class
        from dependents as b
        join pg_catalog.pg_depend as d on d.refobjid = b.id
          and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
          and d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
        join pg_catalog.pg_rewrite as r on r.oid = d.objid
      )
      select b.server, n.nspname as schema, c.relname as name
      from dependents as b
      join pg_catalog.pg_class as c on c.oid = b.id and c.relkind in ('v', 'm')
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      order by n.nspname, c.relname limit ${MAX_DEPENDENTS}`,
    TableName.extend(OfServer.shape),
  )
  const mappings = await session.many(
    sql`select m.srvname as server, m.usename as role from pg_catalog.pg_user_mappings as m
      join stoa.foreign_servers as s on s.name = m.srvname
      where m.umuser <> 0 and m.usename is not null order by m.usename`,
    OfServer.extend({ role: z.string() }),
  )
  return (name) => ({
    tables: tables.filter(({ server }) => server === name),
    views: views.filter(({ server }) => server === name),
    mapped_roles: mappings.filter(({ server }) => server === name).map(({ role }) => role),
  })
}

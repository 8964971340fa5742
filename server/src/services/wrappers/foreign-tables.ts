import {
  MAX_REMOTE_TABLES,
  TableName,
  type importForeignTables,
} from '@stoa/contract/services/wrappers/servers'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/session.ts'
import { ident, joinSql, literal, rawSql, sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import type { Project } from '../../project/project.ts'
import { recordChange } from './record-change.ts'
import { requireServer } from './find-server.ts'
import { recordsOf } from './sessions.ts'

type Import = z.infer<NonNullable<typeof importForeignTables.body>>

const LIST_MS = 20_000
const IMPORT_MS = 60_000

/**
 * The tables and views of a foreign server. Reads its catalog through foreign tables, as the owner
 * of the project and in a transaction that is rolled back, so that it takes the path of every other
 * query. Rejects with 502 `foreign_server_failed` and Postgres's message.
 */
export async function listRemoteTables(project: Project, id: string): Promise<TableName[]> {
  const { name } = await requireServer(recordsOf(project), id)
  const server = ident(name)
  return asOwner(project, LIST_MS, async (tx) => {
    await tx.run(sql`
      create foreign table pg_temp.stoa_remote_schemas (oid oid, nspname name)
        server ${server} options (schema_name 'pg_catalog', table_name 'pg_namespace')`)
    await tx.run(sql`
      create foreign table pg_temp.stoa_remote_tables
          (relname name, relnamespace oid, relkind "char", relispartition boolean)
        server ${server} options (schema_name 'pg_catalog', table_name 'pg_class')`)
    const found = await tx.many(
      sql`
        select n.nspname::text as schema, c.relname::text as name
        from pg_temp.stoa_remote_tables as c
        join pg_temp.stoa_remote_schemas as n on n.oid = c.relnamespace
        where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
          and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
        order by 1, 2 limit ${MAX_REMOTE_TABLES}`,
      TableName,
    )
    await tx.run(sql`drop foreign table pg_temp.stoa_remote_schemas, pg_temp.stoa_remote_tables`)
    return found
  })
}

/**
 * Creates foreign tables with the columns that the other server reports. Only the owner of the
 * project can use them. Rejects with 400 `import_failed` and Postgres's message; then nothing was
 * created.
 */
export async function importTables(
  project: Project,
  member: Member,
  { id, remote_schema, tables, schema }: Import & { readonly id: string },
): Promise<{ server: string; tables: TableName[] }> {
  const { name } = await requireServer(recordsOf(project), id)
  return asOwner(project, IMPORT_MS, async (tx) => {
    const newSchema = sql`create schema if not exists ${ident(schema)}`
    await tx.run(newSchema)
    const before = await foreignTables(tx, schema)
    const known = new Set(before.map((table) => table.name))
    // Expressions of the other server would run here.
    const importing = sql`
      import foreign schema ${ident(remote_schema)}
      limit to (${joinSql(tables.map((table) => ident(table)))})
      from server ${ident(name)} into ${ident(schema)}
      options (import_default 'false', import_generated 'false')`
    await tx.run(importing)
    const created = (await foreignTables(tx, schema)).filter((table) => !known.has(table.name))
    const missing = tables.filter((table) => !created.some((one) => one.name === table))
    if (missing.length > 0) throw notFound(remote_schema, missing)
    if (created.some(({ is_plain }) => !is_plain)) throw manipulated()
    // Default privileges of the owner can grant new tables to the roles of the API.
    const names = joinSql(created.map((table) => ident(schema, table.name)))
    const revoking = sql`revoke all on ${names} from ${API_ROLES}`
    await tx.run(revoking)
    await recordChange(tx, member, {
      words: ['import', 'foreign', 'schema', remote_schema, 'from', name],
      statements: [newSchema, importing, revoking],
    })
    return { server: name, tables: created.map((table) => ({ schema, name: table.name })) }
  })
}

const API_ROLES = rawSql('public, anon, authenticated, service_role')

/**
 * The foreign tables of a schema. Names of types come from the other server as SQL, so they could
 * contain more than a type: `is_plain` tells that a table has no default, no check, and no parent.
 */
const foreignTables = (tx: Session, schema: string) =>
  tx.many(
    sql`
      select c.relname as name,
        not exists (select from pg_catalog.pg_attrdef as d where d.adrelid = c.oid)
          and not exists (
            select from pg_catalog.pg_constraint as k where k.conrelid = c.oid and k.contype = 'c')
          and not exists (select from pg_catalog.pg_inherits as i where i.inhrelid = c.oid)
          as is_plain
      from pg_catalog.pg_class as c
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind = 'f' order by c.relname`,
    z.object({ name: z.string(), is_plain: z.boolean() }),
  )

async function asOwner<T>(
  project: Project,
  timeoutMs: number,
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  try {
    return await project.database.as('postgres').transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = ${literal(String(timeoutMs))}`)
      return work(tx)
    })
  } catch (error) {
    throw explain(error)
  }
}

const TIMED_OUT = '57014'
const UNDEFINED_TYPE = '42704'

function explain(error: unknown): unknown {
  const state = sqlstateOf(error)
  if (state === undefined || !(error instanceof Error)) return error
  if (state === TIMED_OUT)
    return new AppError('foreign_server_timeout', 'The server did not respond in time.', {
      status: 504,
      hint: 'Test the connection, then retry.',
      cause: error,
    })
  if (state.startsWith('08') || state.startsWith('HV'))
    return new AppError('foreign_server_failed', error.message, {
      status: 502,
      hint: 'Test the connection of the server. Its user mapping must be the one that was created with it.',
      cause: error,
    })
  return new AppError('import_failed', `Could not read the tables: ${error.message}`, {
    status: 400,
    hint:
      state === UNDEFINED_TYPE
        ? 'Create the missing type in this database first, with the same name.'
        : 'Choose another schema, or fewer tables.',
    cause: error,
  })
}

const notFound = (schema: string, names: readonly string[]) =>
  new AppError(
    'remote_table_not_found',
    `The schema ${schema} of the server has no table ${names.slice(0, 5).join(', ')}.`,
    { status: 404, hint: 'Load the list of tables again.' },
  )

const manipulated = () =>
  new AppError(
    'import_refused',
    'The server described its columns with SQL that is more than a type.',
    {
      status: 400,
      hint: 'Do not trust this server. To use it anyway, create the foreign table with SQL.',
    },
  )

import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { compile, ident, joinSql, rawSql, sql, type Sql } from '../../postgres/sql.ts'

/** The server's records of its migrations, and those of the project's owner. */
const MIGRATIONS = [
  'stoa.migrations',
  'supabase_migrations.schema_migrations',
  'supabase_migrations.seed_files',
]

const OTHER_DATABASES = `
  select from pg_catalog.pg_database as d
  where d.datname operator(pg_catalog.<>) all ('{postgres,template0,template1}'::pg_catalog.name[])`

/**
 * Every table with rows of its own, by name, except those of extensions. A partitioned table is
 * included unless a foreign table is one of its partitions, because it would be emptied too.
 */
const TABLES = `
  select c.oid as id, n.nspname as schema, c.relname as name,
    c.relkind operator(pg_catalog.=) 'p' as is_partitioned
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  where c.relkind operator(pg_catalog.=) any ('{r,p}'::"char"[])
    and c.relpersistence operator(pg_catalog.<>) 't'
    and n.nspname operator(pg_catalog.<>) all
      ('{pg_catalog,information_schema,pg_toast}'::pg_catalog.name[])
    and not exists (
      select from pg_catalog.pg_depend as d
      where d.classid operator(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
        and d.objid operator(pg_catalog.=) c.oid and d.deptype operator(pg_catalog.=) 'e')
    and not (c.relkind operator(pg_catalog.=) 'p' and exists (
      select from pg_catalog.pg_partition_tree(c.oid) as t
      join pg_catalog.pg_class as f on f.oid operator(pg_catalog.=) t.relid
      where f.relkind operator(pg_catalog.=) 'f'))
  order by n.nspname, c.relname`

/** Triggers that fire on TRUNCATE even for a session that replays changes. */
const TRIGGERS = `
  select t.tgrelid as id, t.tgname as name, t.tgenabled operator(pg_catalog.=) 'A' as is_always
  from pg_catalog.pg_trigger as t
  where not t.tgisinternal and t.tgenabled operator(pg_catalog.=) any ('{A,R}'::"char"[])
    and (t.tgtype::pg_catalog.int4 operator(pg_catalog.&) 32) operator(pg_catalog.<>) 0
    and t.tgrelid operator(pg_catalog.=) any ($1)`

const VIEWS = `
  select n.nspname as schema, c.relname as name
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  where c.relkind operator(pg_catalog.=) 'm' and c.relispopulated`

/** Rejects with 409 `copy_other_databases`, because only the rows of the project's own are changed. */
export async function refuseOtherDatabases(superuser: Client): Promise<void> {
  const { rowCount } = await superuser.query(OTHER_DATABASES)
  if (rowCount !== 0) throw otherDatabases()
}

type Table = {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly is_partitioned: boolean
}
type Trigger = { readonly id: number; readonly name: string; readonly is_always: boolean }

/**
 * Empties the tables of a copied database, except those that contain definitions (`kept`, with their
 * schemas), and everything else that contains rows: materialized views, large objects and the
 * planner's statistics. Runs no code of the owner's: triggers are off, and Postgres evaluates the
 * expressions of indexes as the owners of their tables.
 */
export async function emptyDatabase(superuser: Client, kept: readonly string[]): Promise<void> {
  const { rows } = await superuser.query<Table>(TABLES)
  const keeps = new Set([...MIGRATIONS, ...kept])
  const tables = rows.filter(({ schema, name }) => !keeps.has(`${schema}.${name}`))
  await superuser.query('begin')
  // Ordinary triggers do not fire.
  await superuser.query('set local session_replication_role = replica')
  await truncate(superuser, tables)
  await forgetRows(superuser, tables)
  await superuser.query('commit')
}

async function truncate(superuser: Client, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0) return
  const ids = tables.map(({ id }) => id)
  const { rows } = await superuser.query<Trigger>(TRIGGERS, [ids])
  const nameOf = new Map(tables.map(({ id, schema, name }) => [id, ident(schema, name)]))
  const changeTriggers = async (change: (trigger: Trigger) => string) => {
    for (const trigger of rows) {
      const action = rawSql(change(trigger))
      await run(
        superuser,
        sql`alter table ${nameOf.get(trigger.id) ?? sql``} ${action} trigger ${ident(trigger.name)}`,
      )
    }
  }
  await changeTriggers(() => 'disable')
  const targets = tables.map(({ schema, name, is_partitioned }) =>
    is_partitioned ? ident(schema, name) : sql`only ${ident(schema, name)}`,
  )
  await run(superuser, sql`truncate table ${joinSql(targets)}`)
  await changeTriggers(({ is_always }) => (is_always ? 'enable always' : 'enable replica'))
}

async function forgetRows(superuser: Client, tables: readonly Table[]): Promise<void> {
  const { rows } = await superuser.query<Pick<Table, 'schema' | 'name'>>(VIEWS)
  for (const { schema, name } of rows)
    await run(superuser, sql`refresh materialized view ${ident(schema, name)} with no data`)
  await superuser.query(
    'select pg_catalog.lo_unlink(l.oid) from pg_catalog.pg_largeobject_metadata as l',
  )
  const ids = [tables.map(({ id }) => id)]
  await superuser.query(
    'delete from pg_catalog.pg_statistic where starelid operator(pg_catalog.=) any ($1)',
    ids,
  )
  await superuser.query(
    `delete from pg_catalog.pg_statistic_ext_data as d using pg_catalog.pg_statistic_ext as s
     where s.oid operator(pg_catalog.=) d.stxoid and s.stxrelid operator(pg_catalog.=) any ($1)`,
    ids,
  )
}

const run = (client: Client, statement: Sql) => client.query(compile(statement).text)

const otherDatabases = () =>
  new AppError(
    'copy_other_databases',
    'The project has databases besides postgres, which cannot be copied without their data.',
    { status: 409, hint: 'Drop the other databases, or copy the project with its data.' },
  )

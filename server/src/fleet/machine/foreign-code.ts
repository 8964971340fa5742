import type { Client } from 'pg'
import { extensionBlocked } from './extension-blocked.ts'
import { compile, rawSql, sql } from '../../postgres/sql.ts'

/**
 * Runs the superuser's work on tables that others own, without running any of their code. Triggers
 * are disabled during the work, and it rejects with 503 `native_extension_blocked` if the rows
 * cannot be read and written without other code. Part of a transaction; names that do not exist are
 * skipped.
 */
export async function withoutForeignCode(
  client: Client,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const found = await client.query<{ oid: number }>(
    `select oid from pg_catalog.unnest($1::pg_catalog.text[]) as name
     cross join lateral (select pg_catalog.to_regclass(name)::pg_catalog.oid as oid) as found
     where oid is not null`,
    [names],
  )
  const oids = found.rows.map(({ oid }) => oid)
  await switchTriggers(client, oids, 'disable')
  const { rows } = await client.query<{ name: string }>(RUNS_FOREIGN_CODE, [oids])
  const [first] = rows
  if (first) throw runsForeignCode(first.name)
  await work()
  await switchTriggers(client, oids, 'enable')
}

/** Locks the tables too, so that no code can be attached until the transaction ends. */
async function switchTriggers(
  client: Client,
  oids: readonly number[],
  change: 'enable' | 'disable',
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::pg_catalog.regclass::pg_catalog.text as name from pg_catalog.pg_class
     where oid = any ($1::pg_catalog.oid[]) and relkind = 'r'`,
    [oids],
  )
  for (const { name } of rows)
    await client.query(compile(sql`alter table ${rawSql(name)} ${rawSql(change)} trigger all`).text)
}

/**
 * The tables whose rows run code that does not belong to a superuser: views, rules and children,
 * and the functions, operators and types of columns, checks, defaults and indexes. Postgres records
 * no dependencies on its own objects. Policies do not apply to a superuser.
 */
const RUNS_FOREIGN_CODE = `
  with recursive parts as (
    select root, 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid as classid,
      root as objid
    from pg_catalog.unnest($1::pg_catalog.oid[]) as root
    union
    select p.root, d.classid, d.objid
    from parts as p
    join pg_catalog.pg_depend as d on d.refclassid = p.classid and d.refobjid = p.objid
    where d.deptype in ('a', 'i') and d.classid not in (
      'pg_catalog.pg_trigger'::pg_catalog.regclass, 'pg_catalog.pg_policy'::pg_catalog.regclass)
  ),
  owned as (
    select 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid as classid, oid as objid,
      proowner as owner
    from pg_catalog.pg_proc
    union all
    select 'pg_catalog.pg_operator'::pg_catalog.regclass, oid, oprowner from pg_catalog.pg_operator
    union all
    select 'pg_catalog.pg_type'::pg_catalog.regclass, oid, typowner from pg_catalog.pg_type
  ),
  foreign_parts as (
    select p.root
    from parts as p
    join pg_catalog.pg_depend as d on d.classid = p.classid and d.objid = p.objid
    join owned as o on o.classid = d.refclassid and o.objid = d.refobjid
    join pg_catalog.pg_roles as r on r.oid = o.owner
    where d.deptype = 'n' and not r.rolsuper
    union all
    select ev_class from pg_catalog.pg_rewrite
    union all
    select inhparent from pg_catalog.pg_inherits
    union all
    select oid from pg_catalog.pg_class where relkind not in ('r', 'S')
  )
  select root::pg_catalog.regclass::pg_catalog.text as name from foreign_parts
  where root = any ($1::pg_catalog.oid[])`

const runsForeignCode = (table: string) =>
  extensionBlocked(
    `${table} runs code that the platform did not define.`,
    'Remove what was added to the table, then restart the project.',
  )

import type { Client } from 'pg'
import { z } from 'zod'
import type { Endpoint } from '../../postgres/connections/connect.ts'
import { isDamage } from '../../postgres/failures.ts'
import { connectSuperuser } from '../machine/credentials.ts'

/** A table of the largest project is read in less. */
const STATEMENT_MS = 30 * 60_000
const PAGE = 1000

const DATABASES = `
  select datname as name from pg_catalog.pg_database
  where datallowconn and datname operator(pg_catalog.<>) 'template0' order by oid`

const Relations = z.array(
  z.object({ oid: z.number(), is_index: z.boolean(), name: z.string(), schema: z.string() }),
)

/** Heap tables, which are those of access method 2, and valid btree indexes, of access method 403. */
const RELATIONS = `
  select c.oid, c.relkind operator(pg_catalog.=) 'i' as is_index, c.relname as name,
    n.nspname as schema
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  left join pg_catalog.pg_index as i on i.indexrelid operator(pg_catalog.=) c.oid
  where c.oid operator(pg_catalog.>) $1::pg_catalog.oid
    and c.relpersistence operator(pg_catalog.<>) 't'
    and (
      c.relam operator(pg_catalog.=) 2::pg_catalog.oid
      or c.relam operator(pg_catalog.=) 403::pg_catalog.oid
        and c.relkind operator(pg_catalog.=) 'i' and i.indisvalid and i.indisready
    )
  order by c.oid limit ${PAGE}`

/**
 * Both functions read pages, and compare index entries as the owner of the table. They evaluate no
 * expression and call no function of the project's owner.
 */
const CHECK_TABLE = `
  select msg as problem
  from pg_catalog.verify_heapam($1::pg_catalog.oid::pg_catalog.regclass, on_error_stop => true)
  limit 1`
const CHECK_INDEX =
  'select pg_catalog.bt_index_check($1::pg_catalog.oid::pg_catalog.regclass, false)'

const Problems = z.array(z.object({ problem: z.string() }))

export type ClusterCheck = {
  readonly databases: number
  readonly tables: number
  readonly indexes: number
  /** The first damage, as a sentence; the check ends there. */
  readonly damage: string | undefined
}

/** Reads every page of every table and index of a cluster, in each database. */
export async function checkCluster(
  { host, port }: Pick<Endpoint, 'host' | 'port'>,
  passwords: readonly string[],
  signal: AbortSignal,
): Promise<ClusterCheck> {
  const own = await connectSuperuser({ host, port, database: 'template1' }, passwords)
  const { rows } = await own.query<{ name: string }>(DATABASES).finally(() => own.end())
  let check: ClusterCheck = { databases: 0, tables: 0, indexes: 0, damage: undefined }
  for (const { name } of rows) {
    // The owner's databases are read only through their catalogs and pages.
    const endpoint = { host, port, database: name, isUnproven: true } as const
    const client = await connectSuperuser(endpoint, passwords, STATEMENT_MS)
    check = await checkDatabase(client, { ...check, databases: check.databases + 1 }, signal)
      .catch(damageOf(check, `The catalog of the database ${name}`))
      .finally(() => client.end())
    if (check.damage !== undefined) break
  }
  return check
}

async function checkDatabase(
  client: Client,
  before: ClusterCheck,
  signal: AbortSignal,
): Promise<ClusterCheck> {
  // In this schema, nobody else could have created functions of these names.
  await client.query('create extension if not exists amcheck with schema pg_catalog')
  let check = before
  let last = 0
  for (;;) {
    const { rows } = await client.query(RELATIONS, [last])
    const relations = Relations.parse(rows)
    for (const relation of relations) {
      signal.throwIfAborted()
      check = await checkRelation(client, check, relation)
      if (check.damage !== undefined) return check
      last = relation.oid
    }
    if (relations.length < PAGE) return check
  }
}

async function checkRelation(
  client: Client,
  check: ClusterCheck,
  { oid, is_index: isIndex, name, schema }: z.infer<typeof Relations>[number],
): Promise<ClusterCheck> {
  const subject = `The ${isIndex ? 'index' : 'table'} ${schema}.${name}`
  const done = isIndex
    ? { ...check, indexes: check.indexes + 1 }
    : { ...check, tables: check.tables + 1 }
  try {
    if (isIndex) {
      await client.query(CHECK_INDEX, [oid])
      return done
    }
    const { rows } = await client.query(CHECK_TABLE, [oid])
    const [first] = Problems.parse(rows)
    return first ? { ...done, damage: `${subject} is damaged: ${first.problem}.` } : done
  } catch (error) {
    return damageOf(done, subject)(error)
  }
}

const damageOf =
  (check: ClusterCheck, subject: string) =>
  (error: unknown): ClusterCheck => {
    if (!isDamage(error)) throw error
    return { ...check, damage: `${subject} is damaged: ${error.message}.` }
  }

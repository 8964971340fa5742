import {
  MigrationClient,
  MigrationSource,
  type MigrationSummary,
} from '@stoa/contract/services/meta/history'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { readPage } from '../objects/queries/page.ts'

const Exists = z.object({ exists: z.boolean() })
const StoredDetails = z
  .object({
    source: MigrationSource.nullable().catch(null),
    client: MigrationClient.nullable().catch(null),
    duration_ms: z.number().nullable().catch(null),
    no_rollback: z.string().nullable().catch(null),
    loss: z.string().nullable().catch(null),
    reverts: z.string().nullable().catch(null),
  })
  .nullable()
const Stored = z.object({
  version: z.string(),
  name: z.string().nullable(),
  created_by: z.string().nullable(),
  statements: z.array(z.string()),
  rollback: z.array(z.string()).nullable(),
  idempotency_key: z.string().nullable(),
  // People can write it, too.
  details: StoredDetails.catch(null),
})
export type StoredMigration = z.infer<typeof Stored>

/** Whether a migration was ever recorded: the table is created with the first one. */
export async function hasHistory(tx: Session): Promise<boolean> {
  const { exists } = await tx.one(
    sql`select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
    Exists,
  )
  return exists
}

// The CLI creates the table without some of the columns; as JSON, a missing one is null.
const ROWS = sql`
  select
    version,
    stored ->> 'name' as name,
    stored ->> 'created_by' as created_by,
    array(
      select jsonb_array_elements_text(
        case when jsonb_typeof(stored -> 'statements') = 'array' then stored -> 'statements' else '[]' end
      )
    ) as statements,
    case when jsonb_typeof(stored -> 'rollback') = 'array' then
      array(select jsonb_array_elements_text(stored -> 'rollback'))
    end as rollback,
    stored ->> 'idempotency_key' as idempotency_key,
    case when jsonb_typeof(stored -> 'details') = 'object' then stored -> 'details' end as details
  from (
    select each.version, to_jsonb(each) as stored
    from supabase_migrations.schema_migrations as each
  ) as migration`

type Page = {
  readonly search?: string | undefined
  readonly limit: number
  readonly offset: number
}

export async function readMigrations(
  tx: Session,
  { search = '', limit, offset }: Page,
): Promise<{ items: MigrationSummary[]; total: number }> {
  if (!(await hasHistory(tx))) return { items: [], total: 0 }
  const found = sql`
    from (${ROWS}) as migration
    where strpos(lower(concat_ws(' ', version, name)), lower(${search}::text)) > 0`
  const page = await readPage(
    tx,
    {
      found,
      items: sql`
        select version, name, created_by, cardinality(statements) as statements, details,
          rollback is not null as has_rollback
        ${found}
        order by length(version) desc, version desc
        limit ${limit} offset ${offset}`,
    },
    Listed,
  )
  const reverted = await readReverted(tx)
  return { ...page, items: page.items.map((item) => summaryOf(item, reverted)) }
}

const Listed = Stored.pick({ version: true, name: true, created_by: true, details: true }).extend({
  statements: z.int(),
  has_rollback: z.boolean(),
})

/** A migration as lists show it. */
export const summaryOf = (
  { details, ...stored }: z.infer<typeof Listed>,
  reverted: ReadonlyMap<string, string>,
): MigrationSummary => ({
  ...stored,
  source: details?.source ?? null,
  client: details?.client ?? null,
  duration_ms: details?.duration_ms ?? null,
  reverts: details?.reverts ?? null,
  reverted_by: reverted.get(stored.version) ?? null,
})

/** The migrations that are undone, with the version of the one that has undone each. */
export async function readReverted(tx: Session): Promise<ReadonlyMap<string, string>> {
  const reverts = await tx.many(
    sql`
      select version, details ->> 'reverts' as reverts from (${ROWS}) as migration
      where details ->> 'reverts' is not null
      order by length(version) desc, version desc`,
    z.object({ version: z.string(), reverts: z.string() }),
  )
  // The newest first: a revert that was itself reverted has no effect.
  const reverted = new Map<string, string>()
  for (const { version, reverts: undone } of reverts)
    if (!reverted.has(version) && !reverted.has(undone)) reverted.set(undone, version)
  return reverted
}

export async function isRecorded(tx: Session, version: string): Promise<boolean> {
  if (!(await hasHistory(tx))) return false
  const { exists } = await tx.one(
    sql`
      select exists (
        select from supabase_migrations.schema_migrations where version = ${version}::text
      ) as exists`,
    Exists,
  )
  return exists
}

/** Every migration, oldest first. */
export async function readVersions(
  tx: Session,
): Promise<{ version: string; name: string | null }[]> {
  if (!(await hasHistory(tx))) return []
  return tx.many(
    sql`select version, name from (${ROWS}) as migration order by length(version), version`,
    Stored.pick({ version: true, name: true }),
  )
}

/** 404 `migration_not_found`. */
export async function readMigration(tx: Session, version: string): Promise<StoredMigration> {
  const found = (await hasHistory(tx))
    ? await tx.maybe(
        sql`select * from (${ROWS}) as migration where version = ${version}::text`,
        Stored,
      )
    : undefined
  if (!found) throw migrationNotFound()
  return found
}

export async function findByKey(tx: Session, key: string): Promise<string | undefined> {
  if (!(await hasHistory(tx))) return undefined
  const found = await tx.maybe(
    sql`select version from (${ROWS}) as migration where idempotency_key = ${key}::text limit 1`,
    z.object({ version: z.string() }),
  )
  return found?.version
}

/** The number of migrations after a version. */
export async function countLater(tx: Session, version: string): Promise<number> {
  const { later } = await tx.one(
    sql`
      select count(*)::int as later from (${ROWS}) as migration
      where (length(version), version) > (length(${version}::text), ${version}::text)`,
    z.object({ later: z.int() }),
  )
  return later
}

/** The migrations between two versions, both included, oldest first. */
export async function readRange(
  tx: Session,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<StoredMigration[]> {
  if (!(await hasHistory(tx))) return []
  return tx.many(
    sql`
      select * from (${ROWS}) as migration
      where (length(version), version)
        between (length(${first}::text), ${first}::text) and (length(${last}::text), ${last}::text)
      order by length(version), version`,
    Stored,
  )
}

/** The first migrations after a version, oldest first, up to a size of their SQL, at least one. */
export async function readAfter(
  tx: Session,
  { after, maxBytes }: { readonly after: string; readonly maxBytes: number },
): Promise<{ migrations: StoredMigration[]; hasMore: boolean }> {
  if (!(await hasHistory(tx))) return { migrations: [], hasMore: false }
  const found = await tx.many(
    sql`
      select * from (
        select migration.*, sum(pg_column_size(statements)) over (
          order by length(version), version
        ) - pg_column_size(statements) as earlier
        from (${ROWS}) as migration
        where (length(version), version) > (length(${after}::text), ${after}::text)
      ) as sized
      where earlier <= ${maxBytes}::bigint
      order by length(version), version
      limit 1000`,
    Stored,
  )
  const last = found.at(-1)?.version
  return {
    migrations: found,
    hasMore: last !== undefined && (await countLater(tx, last)) > 0,
  }
}

/** The migrations from a version on, newest first. */
export async function readSince(tx: Session, version: string): Promise<StoredMigration[]> {
  if (!(await hasHistory(tx))) return []
  return tx.many(
    sql`
      select * from (${ROWS}) as migration
      where (length(version), version) >= (length(${version}::text), ${version}::text)
      order by length(version) desc, version desc`,
    Stored,
  )
}

export const migrationNotFound = () =>
  new AppError('migration_not_found', 'There is no migration with this version.', {
    status: 404,
    hint: 'List the migrations to see their versions.',
  })

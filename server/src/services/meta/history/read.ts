import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { readPage } from '../objects/queries/page.ts'

const Exists = z.object({ exists: z.boolean() })
const Stored = z.object({
  version: z.string(),
  name: z.string().nullable(),
  created_by: z.string().nullable(),
  statements: z.array(z.string()),
  rollback: z.array(z.string()).nullable(),
  idempotency_key: z.string().nullable(),
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
    stored ->> 'idempotency_key' as idempotency_key
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
  return readPage(
    tx,
    {
      found,
      items: sql`
        select version, name, created_by, cardinality(statements) as statements ${found}
        order by length(version) desc, version desc
        limit ${limit} offset ${offset}`,
    },
    z.object({
      version: z.string(),
      name: z.string().nullable(),
      created_by: z.string().nullable(),
      statements: z.int(),
    }),
  )
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

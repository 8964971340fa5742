import { literal, sql, type Bindable, type Sql } from '../postgres/sql.ts'
import type { Member } from './member.ts'

/** A migration as it is recorded. */
export type NewMigration = {
  readonly name: string
  readonly statements: readonly string[]
  /** The email address of its author; null if it is not a person. */
  readonly author: string | null
  readonly rollback?: readonly string[] | undefined
  readonly idempotencyKey?: string | undefined
}

export const authorOf = (member: Member): string | null =>
  member.kind === 'person' ? member.email : null

/** Records migrations one after another, so that no two get the same version. */
const LOCK = 5_127_930_114

/**
 * Statements that record a migration in its own transaction. The table is the Supabase CLI's, with
 * the additional columns of hosted projects.
 */
export function recordingStatements(migration: NewMigration): readonly Sql[] {
  return [
    sql`set local client_min_messages = warning`,
    ENSURE_TABLE,
    sql`
      insert into supabase_migrations.schema_migrations
        (version, name, statements, created_by, rollback, idempotency_key)
      select free.version, ${migration.name}, ${[...migration.statements]}::text[],
        ${migration.author}, ${arrayOf(migration.rollback)}::text[],
        ${migration.idempotencyKey ?? null}
      from (${FREE_VERSION}) as free`,
  ]
}

const arrayOf = (texts: readonly string[] | undefined): Bindable => (texts ? [...texts] : null)

/** The current second, or the next one that no migration has. */
const FREE_VERSION = sql`
  select candidate.version
  from pg_catalog.generate_series(0, 86400) as seconds,
    lateral pg_catalog.to_char(
      pg_catalog.timezone('utc', pg_catalog.now()) + seconds * interval '1 second',
      'YYYYMMDDHH24MISS'
    ) as candidate (version)
  where not exists (
    select from supabase_migrations.schema_migrations as taken
    where taken.version = candidate.version
  )
  order by seconds
  limit 1`

/** Changes the table only if something is missing, because a change locks it. */
export const ENSURE_TABLE = sql`
  do ${literal(`
    begin
      perform pg_catalog.pg_advisory_xact_lock(${LOCK});
      if (
        select pg_catalog.count(*) from pg_catalog.pg_attribute
        where attrelid = pg_catalog.to_regclass('supabase_migrations.schema_migrations')
          and attname in ('version', 'statements', 'name', 'created_by', 'idempotency_key', 'rollback')
          and not attisdropped
      ) < 6 then
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.schema_migrations (version text primary key);
        alter table supabase_migrations.schema_migrations
          add column if not exists statements text[],
          add column if not exists name text,
          add column if not exists created_by text,
          add column if not exists idempotency_key text unique,
          add column if not exists rollback text[];
      end if;
    end`)}`

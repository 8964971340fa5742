import type { MigrationClient, MigrationSource } from '@stoa/contract/services/meta/history'
import { emptySql, isSql, literal, sql, type Bindable, type Sql } from '../postgres/sql.ts'
import type { Member } from './member.ts'

/** A migration as it is recorded. */
export type NewMigration = {
  readonly name: string
  readonly statements: readonly string[]
  /** The email address of its author; null if it is not a person. */
  readonly author: string | null
  /** The SQL that undoes it, or an expression that computes it as `text[]` after the change. */
  readonly rollback?: readonly string[] | Sql | undefined
  readonly idempotencyKey?: string | undefined
  /** The version of its file; by default, the current time. */
  readonly version?: string | undefined
  readonly details?: MigrationDetails | undefined
}

/** The facts that only this platform records about a migration. */
export type MigrationDetails = {
  readonly source?: MigrationSource | undefined
  readonly client?: MigrationClient | undefined
  /** By default, the time since the transaction began; null if nothing ran. */
  readonly duration_ms?: number | null | undefined
  /** Why there is no rollback. */
  readonly no_rollback?: string | undefined
  /** The parts that the rollback does not bring back. */
  readonly loss?: string | undefined
  /** The version of the migration that it undoes. */
  readonly reverts?: string | undefined
  /** The work whose duration depends on rows, and about how many the table had. */
  readonly form?: string | undefined
  readonly rows?: number | undefined
}

export const authorOf = (member: Member): string | null =>
  member.kind === 'person' ? member.email : null

/** The origin of a member's change. */
export function originOf(member: Member, source: MigrationSource): MigrationDetails {
  if (member.kind !== 'person') return { source, client: 'command_line' }
  return { source, client: member.credential === 'session' ? 'dashboard' : 'access_token' }
}

/** A name for a migration, in the form that the Supabase CLI gives to files. */
export const nameOfWords = (words: readonly string[]): string =>
  words
    .join('_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 100)

/** Records migrations one after another, so that no two get the same version. */
const LOCK = 5_127_930_114

/**
 * Statements that record a migration in its own transaction. The table is the Supabase CLI's, with
 * the additional columns of hosted projects and one for the details.
 */
export function recordingStatements(migration: NewMigration): readonly Sql[] {
  const { version } = migration
  return [
    sql`set local client_min_messages = warning`,
    ENSURE_TABLE,
    sql`
      insert into supabase_migrations.schema_migrations
        (version, name, statements, created_by, rollback, idempotency_key, details)
      select ${version === undefined ? sql`free.version` : sql`${version}::text`},
        ${migration.name}, ${[...migration.statements]}::text[],
        ${migration.author}, ${rollbackSql(migration.rollback)},
        ${migration.idempotencyKey ?? null}, ${detailsSql(migration.details)}
      ${version === undefined ? sql`from (${FREE_VERSION}) as free` : emptySql}`,
  ]
}

const rollbackSql = (rollback: NewMigration['rollback']): Sql =>
  isSql(rollback) ? sql`(${rollback})` : sql`${arrayOf(rollback)}::text[]`

const arrayOf = (texts: readonly string[] | undefined): Bindable => (texts ? [...texts] : null)

function detailsSql({ duration_ms: duration, ...details }: MigrationDetails = {}): Sql {
  const stored = sql`${JSON.stringify(details)}::jsonb`
  if (duration === null) return stored
  const measured =
    duration === undefined
      ? sql`pg_catalog.round(1000 * extract(epoch from
          pg_catalog.clock_timestamp() - pg_catalog.transaction_timestamp()))`
      : sql`${duration}::numeric`
  return sql`${stored} || pg_catalog.jsonb_build_object('duration_ms', ${measured})`
}

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
          and attname in (
            'version', 'statements', 'name', 'created_by', 'idempotency_key', 'rollback', 'details'
          )
          and not attisdropped
      ) < 7 then
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.schema_migrations (version text primary key);
        alter table supabase_migrations.schema_migrations
          add column if not exists statements text[],
          add column if not exists name text,
          add column if not exists created_by text,
          add column if not exists idempotency_key text unique,
          add column if not exists rollback text[],
          add column if not exists details jsonb;
      end if;
    end`)}`

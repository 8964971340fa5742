import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { createPasswords } from '../../server/src/fleet/machine/passwords.ts'

/** The folder of the Unix socket of a running cluster: `control`, or `projects/<ref>`. */
export async function socketFolderOf(dataDir: string, cluster: string): Promise<string> {
  const file = path.join(dataDir, 'clusters', cluster, 'postmaster.pid')
  return (await readFile(file, 'utf8')).split('\n')[4] ?? ''
}

export const installationKeyOf = async (dataDir: string): Promise<Buffer> =>
  Buffer.from(await readFile(path.join(dataDir, 'installation.key'), 'utf8'), 'base64')

/** A connection to the database of the platform itself, as its superuser. */
export async function openControlPlane(dataDir: string): Promise<pg.Client> {
  const passwords = createPasswords(await installationKeyOf(dataDir))
  const client = new pg.Client({
    host: await socketFolderOf(dataDir, 'control'),
    port: 5432,
    database: 'postgres',
    user: 'supabase_admin',
    password: passwords.of('control', 'supabase_admin'),
  })
  await client.connect()
  return client
}

/** The rows that only people add, in tables to which the server adds others at any time. */
const ADDED_BY_PEOPLE: Readonly<Record<string, string>> = {
  'platform.alert_rules': 'where not is_default',
  'backups.base_backups': 'where name is not null',
}
const JOBS = 'graphile_worker._private_jobs'
/** Only in jobs that the clock has added, and in the checks that follow a change of a schema. */
const ADDED_LATER = ['"_cron"', '"advisors"', '"alerts"']

/**
 * The contents of each table, as a digest of its rows. Two equal snapshots mean that nothing
 * changed.
 */
export type Snapshot = Readonly<Record<string, string>>

/**
 * Takes a snapshot of every table of the platform. With `mentioning`, only rows that contain one of
 * these texts count, so that other people's rows can change in between.
 */
export async function takeSnapshot(
  control: pg.Client,
  { mentioning = [] }: { mentioning?: readonly string[] } = {},
): Promise<Snapshot> {
  const { rows: tables } = await control.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
       -- Counted in memory and written at any time; when each schedule was last due; what the
       -- advisors find some time after a change of a schema; what queries took; the alerts once a
       -- minute; bans after wrong passwords; tokens and usage; archived WAL; and copied files.
       and (schemaname, tablename) not in (
         ('fleet', 'usage'), ('graphile_worker', '_private_known_crontabs'),
         ('platform', 'advisor_reports'), ('platform', 'query_baselines'),
         ('platform', 'queries'), ('platform', 'query_hours'), ('platform', 'alert_defaults'),
         ('platform', 'alert_events'), ('platform', 'alert_messages'),
         ('platform', 'network_bans'), ('platform', 'assistant_usage'),
         ('platform', 'usage_hours'), ('platform', 'usage_state'),
         ('backups', 'chains'), ('backups', 'wal_ranges'), ('backups', 'file_copies'))
     order by 1`,
  )
  const snapshot: Record<string, string> = {}
  for (const { name } of tables) {
    // The use of keys is recorded at any time after a request.
    const { rows } = await control.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t
       ${ADDED_BY_PEOPLE[name] ?? ''}`,
    )
    const counted = rows
      .map(({ row }) => row)
      .filter((row) => !(name === JOBS && ADDED_LATER.some((text) => row.includes(text))))
      .filter((row) => mentioning.length === 0 || mentioning.some((text) => row.includes(text)))
      .sort()
    snapshot[name] =
      `${counted.length} ${createHash('sha256').update(counted.join('\n')).digest('hex')}`
  }
  return snapshot
}

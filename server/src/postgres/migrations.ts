import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import type { MemberRole, ServiceRole } from './session.ts'
import { compile, ident, sql, type Sql } from './sql.ts'

export type MigrationOptions = {
  /** The owner of these migrations: `auth`, `platform` … */
  readonly owner: string
  /** Folder of `0001-name.sql` files. Each is applied once, in order, in its own transaction. */
  readonly folder: URL
  /**
   * The role that owns what these migrations change. Other people's code can become attached to its
   * tables, such as a check or a default: a trigger of the database's owner may run as the role. So
   * the migrations run in a session that signed in as the role; in a superuser's session that only
   * did `set role`, that code could become the superuser again.
   */
  readonly role?: MigratingRole
  /** The files that create the role, or need more rights than it has. They run as the superuser. */
  readonly bySuperuser?: readonly string[]
}

type MigratingRole = Exclude<ServiceRole, 'supabase_admin' | 'authenticator' | MemberRole>

/** Signs in as a role in the database that is migrated. */
export type SignIn = (role: MigratingRole) => Promise<Client>

const NAME = /^(\d{4})-[a-z0-9-]+\.sql$/

/** The sources with files that have not run here. Uses a single query. */
export async function pendingMigrations<Source extends MigrationOptions>(
  client: Client,
  sources: readonly Source[],
): Promise<ReadonlySet<Source>> {
  const { rows } = await client.query<{ has: boolean }>(
    `select pg_catalog.to_regclass('stoa.migrations') is not null as has`,
  )
  const done = rows[0]?.has
    ? await client.query<{ owner: string; name: string }>('select owner, name from stoa.migrations')
    : { rows: [] }
  const names = new Set(done.rows.map(({ owner, name }) => `${owner}/${name}`))
  const pending = new Set<Source>()
  for (const source of sources)
    for (const file of await filesOf(source))
      if (!names.has(`${source.owner}/${file}`)) pending.add(source)
  return pending
}

const filesOf = async ({ folder }: MigrationOptions): Promise<string[]> =>
  (await readdir(folder)).filter((file) => NAME.test(file)).sort()

/**
 * Applies one owner's migrations; `stoa.migrations` records which have run. Forward only. Safe to
 * call at every start and from two processes at once (an advisory lock). A file that changed after
 * it ran is not run again. Rejects with 500 `migration_failed`; then the failing file is rolled
 * back, and the files before it stay applied. Without `signIn`, the given client runs them all.
 */
export async function migrate(
  client: Client,
  options: MigrationOptions,
  signIn?: SignIn,
): Promise<readonly string[]> {
  const { owner } = options
  await run(client, sql`select pg_advisory_lock(hashtext('stoa migrations'))`)
  try {
    await prepareRecords(client)
    const past = await run(client, sql`select name from stoa.migrations where owner = ${owner}`)
    const done = new Set(past.rows.map((row) => row.name))
    const missing = (await filesOf(options)).filter((file) => !done.has(file))
    if (missing.length === 0) return []
    await applyAll(client, options, { missing, signIn })
    return missing
  } finally {
    await run(client, sql`select pg_advisory_unlock(hashtext('stoa migrations'))`)
  }
}

async function prepareRecords(client: Client): Promise<void> {
  await run(client, sql`create schema if not exists stoa`)
  await run(
    client,
    sql`
      create table if not exists stoa.migrations (
        owner text not null,
        name text not null,
        applied_at timestamptz not null default now(),
        primary key (owner, name)
      )`,
  )
}

/** The rights a role needs to record its migrations in the transaction of each. */
const letRecord = (role: MigratingRole): Sql => sql`
  grant usage on schema stoa to ${ident(role)}; grant insert on stoa.migrations to ${ident(role)}`

/** Runs each file in the session of its role, which opens for the first file that needs it. */
async function applyAll(
  superuser: Client,
  options: MigrationOptions,
  { missing, signIn }: { readonly missing: readonly string[]; readonly signIn: SignIn | undefined },
): Promise<void> {
  const { role, bySuperuser = [] } = options
  if (role === undefined || !signIn) {
    for (const file of missing) await apply(superuser, options, file)
    return
  }
  let mayRecord = false
  let own: Client | undefined
  try {
    for (const file of missing) {
      if (!own && !bySuperuser.includes(file)) {
        mayRecord = true
        await superuser.query(compile(letRecord(role)).text)
        own = await signIn(role)
      }
      await apply(own && !bySuperuser.includes(file) ? own : superuser, options, file)
    }
  } finally {
    await own?.end()
    // Otherwise the database's owner could record a future migration as done.
    if (mayRecord) await run(superuser, sql`revoke insert on stoa.migrations from ${ident(role)}`)
  }
}

async function apply(
  client: Client,
  { owner, folder }: MigrationOptions,
  file: string,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(await readFile(new URL(file, folder), 'utf8'))
    await run(client, sql`insert into stoa.migrations (owner, name) values (${owner}, ${file})`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new AppError('migration_failed', `Migration ${owner}/${file} failed.`, {
      status: 500,
      hint: 'The server log contains the error of Postgres. Correct its cause, then start again.',
      cause,
    })
  }
}

function run(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  return client.query<{ name: string }>(text, [...values])
}

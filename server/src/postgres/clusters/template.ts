import type { Client } from 'pg'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../../lib/clock.ts'
import { readFileIn, removeIn, writeFileIn } from '../../lib/untrusted-folder/files.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import { createCluster } from './cluster.ts'
import { CLUSTER_KEY_FILE } from './key.ts'
import { clusterSettings, hostAccess, LOG_FOLDER } from './settings.ts'
import { ownEndpoint } from './socket-folder.ts'
import { connectClient } from '../connections/connect.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { runAs } from '../engines/run.ts'
import { FIX_FUNCTION_PATHS, fixFunctionPaths } from '../function-paths.ts'
import { endForeignServer } from '../processes/foreign-server.ts'
import { migrate, type MigrationOptions, type SignIn } from '../migrations.ts'
import { signInAs } from '../connections/role-passwords.ts'
import type { Watchdog } from '../processes/watchdog.ts'

export type TemplateOptions = {
  readonly engine: Engine
  readonly account: Account | undefined
  /** The folder of all templates; each has a subfolder named by a digest of its content. */
  readonly folder: string
  readonly socketDir: string
  readonly watchdog: Watchdog
  /** Applied in this order as the superuser. */
  readonly migrations: readonly MigrationOptions[]
  /**
   * Called for each failed migration, except of the first source. The template is made without it,
   * and every copy tries again. Without this callback, a failure ends the build.
   */
  readonly onMigrationFailed?: (migration: MigrationOptions, error: unknown) => void
  /** Work that every copy would otherwise do first, after the migrations. */
  readonly completion?: {
    readonly run: (client: Client) => Promise<void>
    /** The files that determine what `complete` does. */
    readonly files: readonly URL[]
  }
  /** Password of the superuser in every copy, until the copy is given its own. */
  readonly password: string
}

export const PARTIAL_TEMPLATE = '.partial-'
const STALE_AFTER_MS = 10 * 60_000
const UNUSED_AFTER_MS = 24 * 3600_000

/** The role that `initdb` creates: the cluster's superuser. */
export const SUPERUSER = 'supabase_admin'

/**
 * A stopped cluster that already contains roles, schemas and service migrations. It is built once
 * per engine and release and copied for every project. Its name is a digest of its inputs, so a new
 * release builds a new one; an incomplete one is built again.
 */
export async function ensureTemplate(options: TemplateOptions): Promise<string> {
  const target = path.join(options.folder, await templateName(options))
  if (existsSync(target)) {
    const now = systemClock.now()
    await utimes(target, now, now)
    await close(target, options.account)
    return target
  }
  const partial = `${target}${PARTIAL_TEMPLATE}${randomBytes(4).toString('hex')}`
  await mkdir(options.folder, { recursive: true })
  await initialise(options, partial)
  await applyMigrations(options, partial)
  await close(partial, options.account)
  await rename(partial, target).catch(async (error: unknown) => {
    await remove(partial)
    if (!existsSync(target)) throw error
  })
  await removeStaleTemplates(options.folder)
  return target
}

/** No cluster may change the template of the next projects. Earlier releases left it writable. */
async function close(template: string, account: Account | undefined): Promise<void> {
  if (account) await chown(template, 0, 0)
}

/** The digest of a template's inputs: engine, settings, password, migrations and completion. */
export async function templateName({
  engine,
  migrations,
  completion,
  password,
}: Pick<TemplateOptions, 'engine' | 'migrations' | 'completion' | 'password'>): Promise<string> {
  const digest = createHash('sha256')
  digest.update(
    `${engine.kind} ${engine.version} ${JSON.stringify(engine.extensions)}\n${clusterSettings(engine)}\n${hostAccess}\n${password}\n${CATALOGS}\n${FIX_FUNCTION_PATHS}\n${WAL_SEGMENTS.join(' ')}`,
  )
  for (const { owner, folder } of migrations)
    for (const file of (await readdir(folder)).sort())
      digest.update(`${owner}/${file}\n`).update(await readFile(new URL(file, folder)))
  for (const file of completion?.files ?? []) digest.update(await readFile(file))
  return `${engine.version}-${digest.digest('hex').slice(0, 16)}`
}

/** Small segments: each archived one is written whole, and a stop waits for the last one. */
const WAL_SEGMENTS = ['--wal-segsize=1']

async function initialise({ engine, account, password }: TemplateOptions, dataDir: string) {
  await mkdir(dataDir)
  if (account) await chown(dataDir, account.uid, account.gid)
  // initdb reads the password from a file, so that it appears in no list of processes.
  const passwordFile = path.join(path.dirname(dataDir), `.${path.basename(dataDir)}.pw`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const locale =
    engine.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  try {
    await runAs(account, path.join(engine.binDir, 'initdb'), [
      '-D',
      dataDir,
      '-U',
      SUPERUSER,
      '--encoding=UTF8',
      '--no-sync',
      ...WAL_SEGMENTS,
      '--no-instructions',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...locale,
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  const conf = await readFileIn(dataDir, 'postgresql.conf', { maxBytes: MAX_CONF_BYTES })
  const content = `${conf?.content.toString() ?? ''}\ninclude = '${SETTINGS_FILE}'\n`
  await writeFileIn(dataDir, 'postgresql.conf', { content, mode: 0o600, owner: account })
  await writeClusterSettings(dataDir, { engine, account })
}

const SETTINGS_FILE = 'stoa.conf'
const MAX_CONF_BYTES = 1024 * 1024

/**
 * Writes this release's settings and access rules into a stopped cluster. `alter system` still
 * overrides them.
 */
export async function writeClusterSettings(
  dataDir: string,
  { engine, account }: Pick<TemplateOptions, 'engine' | 'account'>,
): Promise<void> {
  const files = { [SETTINGS_FILE]: clusterSettings(engine), 'pg_hba.conf': hostAccess }
  for (const [name, content] of Object.entries(files))
    await writeFileIn(dataDir, name, { content, mode: 0o600, owner: account })
}

async function applyMigrations(options: TemplateOptions, dataDir: string): Promise<void> {
  const socketDir = path.join(options.socketDir, `t${randomBytes(4).toString('hex')}`)
  await mkdir(options.socketDir, { recursive: true })
  const cluster = createCluster({
    ...options,
    dataDir,
    socketDir,
    // An incomplete template is never kept, so nothing has to reach the disk before the end.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  })
  await cluster.start()
  try {
    const { password } = options
    const endpoint = ownEndpoint(socketDir)
    const client = await connectClient(endpoint, {
      user: SUPERUSER,
      password,
      applicationName: 'stoa',
      pipeline: false,
    })
    const signIn: SignIn = (user) => signInAs(client, endpoint, { user, password })
    try {
      for (const [at, migration] of options.migrations.entries())
        await migrate(client, migration, signIn).catch((error: unknown) => {
          if (at === 0 || !options.onMigrationFailed) throw error
          options.onMigrationFailed(migration, error)
        })
      await options.completion?.run(client)
      await fixFunctionPaths(client)
      await vacuumCatalogs(client)
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
    // Each project gets its own key when it first starts.
    await removeIn(dataDir, CLUSTER_KEY_FILE)
    // Its log is not that of the projects copied from it.
    await removeIn(dataDir, LOG_FOLDER)
    await remove(socketDir)
  }
}

/**
 * Analyzes the catalogs only: the planner assumes that a table vacuumed while empty stays empty
 * until its first analysis, and a statement prepared in between would keep reading all of its rows.
 */
const CATALOGS = `
  select string_agg(oid::regclass::text, ', ') as names from pg_catalog.pg_class
  where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r'`

async function vacuumCatalogs(client: Client): Promise<void> {
  const { rows } = await client.query<{ names: string }>(CATALOGS)
  await client.query(`vacuum (freeze) ${rows[0]?.names}`)
}

/**
 * Removes incomplete templates with the files beside them, and templates of releases that have not
 * started recently. Other processes may do the same at the same time.
 */
export async function removeStaleTemplates(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const stale = path.join(folder, name)
    const isPartial = name.includes(PARTIAL_TEMPLATE)
    const found = await lstat(stale).catch(ignoreMissing)
    // The file system's times come from the machine's own clock.
    const age = systemClock.now().getTime() - (found?.mtimeMs ?? Infinity)
    // A recent one may still be under construction by another process.
    if (!found || age < (isPartial ? STALE_AFTER_MS : UNUSED_AFTER_MS)) continue
    if (found.isDirectory()) await removeTemplate(stale, isPartial)
    // A server that was killed while it built a template left its password or its first log.
    else await rm(stale, { force: true })
  }
}

async function removeTemplate(stale: string, isPartial: boolean): Promise<void> {
  // A partly deleted template must not look complete.
  const doomed = isPartial ? stale : `${stale}${PARTIAL_TEMPLATE}${randomBytes(4).toString('hex')}`
  if (!isPartial) await rename(stale, doomed).catch(ignoreMissing)
  await endForeignServer(doomed)
  await remove(doomed)
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

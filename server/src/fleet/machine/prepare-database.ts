import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { Endpoint } from '../../postgres/connections/connect.ts'
import { isOwnDatabaseAbsent } from '../../postgres/connections/own-database.ts'
import { migrate, pendingMigrations, type SignIn } from '../../postgres/migrations.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { signInAs } from '../../postgres/connections/role-passwords.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { MigrationSource, NativeExtension, Service } from '../../project/service.ts'
import { unavailable } from '../services/service-states.ts'
import { bootstrapMigrations } from '../copies/template.ts'
import type { Instances, StoredSecrets } from '../records/instances.ts'
import { connectSuperuser, setAllPasswords, setOwnerPassword } from './credentials.ts'
import { guardFunctions } from './guard-functions.ts'
import type { Live } from './running.ts'
import {
  adoptExtension,
  engineHas,
  nativeExtensionsOf,
  releaseExtension,
} from './native-extensions.ts'
import { serviceRoles, type Passwords } from './passwords.ts'

export type PrepareDeps = {
  readonly engine: Engine
  readonly services: readonly Service[]
  readonly instances: Instances
  readonly passwords: Passwords
  readonly log: Log
}

type Preparation = {
  readonly ref: string
  readonly secrets: StoredSecrets
  readonly endpoint: Endpoint
  /** Receives the owner's final password. */
  readonly live: Live
  /** The database is a copy that has never been started. */
  readonly isFresh: boolean
  /** The database last ran under this release. */
  readonly isCurrent: boolean
  /** The project whose data a fresh copy has; null for the template's. */
  readonly originRef: string | null
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** How long the migrations of one service may take. */
  readonly migrationMs: number
}

/** Failed migrations, by the service they belong to. */
export type MigrationFaults = ReadonlyMap<string, AppError>
export const noFaults: MigrationFaults = new Map()

/**
 * Brings a database up to this release before anybody connects to it: runs pending migrations, uses
 * the extensions that the engine has instead of their stand-ins, sets the passwords of all roles, and
 * completes a pending change of the owner's password. A failure of a service's migrations is
 * returned; only a failure of the bootstrap migrations fails the start.
 */
export async function prepareDatabase(
  deps: PrepareDeps,
  preparation: Preparation,
): Promise<MigrationFaults> {
  const { endpoint, isFresh, isCurrent, step } = preparation
  const order = superuserPasswords(deps, preparation)
  let client: Client
  try {
    client = await step('connect', () => connectSuperuser(endpoint, order))
  } catch (error) {
    if (!isOwnDatabaseAbsent(error)) throw error
    // Only the owner can bring the original back, and the cluster has to run for that.
    await step('functions', () => guardFunctions(endpoint, order))
    return faultsOf(deps, preparation, error)
  }
  try {
    const faults =
      isFresh || !isCurrent
        ? await step('migrate', () => migrateAll(deps, preparation, client))
        : noFaults
    preparation.live.ownerPassword = await step('passwords', () =>
      settlePasswords(deps, preparation, client),
    )
    return faults
  } finally {
    await client.end()
  }
}

/** The superuser's possible passwords, the likelier first: its own, and that of the data it was copied from. */
function superuserPasswords(
  { passwords }: Pick<PrepareDeps, 'passwords'>,
  { ref, isFresh, originRef }: Pick<Preparation, 'ref' | 'isFresh' | 'originRef'>,
): readonly string[] {
  const own = passwords.of(ref, SUPERUSER)
  const copied = originRef === null ? passwords.template : passwords.of(originRef, SUPERUSER)
  return isFresh ? [copied, own] : [own, copied]
}

/** Every service is unavailable for this reason. The owner keeps the recorded password. */
function faultsOf({ services, log }: PrepareDeps, { ref }: Preparation, cause: AppError) {
  log.error({ err: cause, ref }, 'The database of a project is not its own.')
  return new Map(services.map((service) => [service.name, unavailable(service, cause)]))
}

async function migrateAll(
  deps: PrepareDeps,
  preparation: Preparation,
  client: Client,
): Promise<MigrationFaults> {
  const { engine, services, passwords, log } = deps
  const { ref, endpoint, isFresh, originRef, step, migrationMs } = preparation
  const sources = services.flatMap(({ database }) => database?.migrations ?? [])
  const late = new WeakSet<MigrationSource>()
  const signInFor =
    (source: MigrationSource): SignIn =>
    async (user) => {
      const own = await signInAs(client, endpoint, { user, password: passwords.of(ref, user) })
      const timer = setTimeout(() => {
        late.add(source)
        terminate(client, user)
      }, migrationMs)
      own.once('end', () => clearTimeout(timer))
      return own
    }
  const faults = new Map<string, AppError>()
  const fail = (service: Service, cause: unknown) => {
    log.error(
      { err: cause, ref, service: service.name },
      'Could not run the migrations of a service.',
    )
    faults.set(service.name, unavailable(service, cause))
  }
  const pending = await pendingMigrations(client, [bootstrapMigrations, ...sources])
  if (pending.has(bootstrapMigrations)) await migrate(client, bootstrapMigrations)
  const adopted = await nativeExtensionsOf(client, services)
  for (const service of services) {
    const { migrations: source, nativeExtension: native } = service.database ?? {}
    const isPending = source !== undefined && pending.has(source)
    // Migrations change the stand-in.
    if (native && adopted.has(native.name) && (isPending || !engineHas(engine, native)))
      await releaseExtension(client, native).catch((error) =>
        fail(service, engineHas(engine, native) ? error : missingExtension(native, error)),
      )
    if (isPending && !faults.has(service.name))
      await migrate(client, source, signInFor(source)).catch((error) =>
        fail(service, late.has(source) ? migrationTimedOut(error) : error),
      )
    if (native && engineHas(engine, native) && !faults.has(service.name))
      await adopt(client, native).catch((err: unknown) =>
        log.warn({ err, ref, extension: native.name }, 'A stand-in is used for an extension.'),
      )
  }
  // The template has already been through this.
  if (!isFresh || originRef !== null || pending.size > 0)
    await step('functions', () => guardFunctions(endpoint, superuserPasswords(deps, preparation)))
  return faults
}

/** The engine lacks the library of an extension. */
const UNDEFINED_FILE = '58P01'

/** Unless the database has it already. */
async function adopt(client: Client, native: NativeExtension): Promise<void> {
  const service = { database: { nativeExtension: native } }
  if (!(await nativeExtensionsOf(client, [service])).has(native.name))
    await adoptExtension(client, native)
}

/**
 * Sets the roles' passwords, or completes a change of the owner's password that was recorded before
 * it reached the cluster. Returns the owner's current password.
 */
async function settlePasswords(
  { services, instances, passwords }: PrepareDeps,
  { ref, secrets, isFresh, isCurrent }: Preparation,
  client: Client,
): Promise<string> {
  const ownerPassword = secrets.pendingPassword ?? secrets.databasePassword
  const roles = serviceRoles(services)
  if (isFresh) await setAllPasswords(client, ref, { passwords, roles, ownerPassword })
  else {
    // A newer release can add a service, and with it a role that has no password yet.
    if (!isCurrent) await setAllPasswords(client, ref, { passwords, roles })
    if (secrets.pendingPassword !== undefined) await setOwnerPassword(client, ownerPassword)
  }
  if (secrets.pendingPassword !== undefined) await instances.settlePassword(ref, ownerPassword)
  return ownerPassword
}

/** Ends the sessions of a role. Their statements could catch a cancellation, but not this. */
function terminate(client: Client, role: string): void {
  client
    .query(
      `select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
       where usename operator(pg_catalog.=) $1`,
      [role],
    )
    .catch(() => {})
}

/** The stand-in cannot read data that only the extension can, such as values it has encrypted. */
const missingExtension = ({ name }: NativeExtension, cause: unknown) =>
  sqlstateOf(cause) === UNDEFINED_FILE
    ? new AppError(
        'native_extension_missing',
        `its data was stored with the extension ${name}, which this Postgres does not have.`,
        {
          status: 503,
          hint: `Use the Postgres that has ${name} again (STOA_POSTGRES_BIN), or install ${name} for this one.`,
          cause,
        },
      )
    : cause

const migrationTimedOut = (cause: unknown) =>
  new AppError('migration_timed_out', 'Updating its tables took too long.', {
    status: 503,
    hint: 'Remove the triggers that you added to its tables, then restart the project.',
    cause,
  })

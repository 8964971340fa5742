import type { Client } from 'pg'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Endpoint } from '../../postgres/connect.ts'
import { migrate, pendingMigrations } from '../../postgres/migrations.ts'
import { SUPERUSER } from '../../postgres/template.ts'
import type { Service } from '../../project/service.ts'
import { unavailable } from '../services/service-states.ts'
import { bootstrapMigrations } from '../copies/template.ts'
import type { Instances, StoredSecrets } from '../records/instances.ts'
import { connectSuperuser, setAllPasswords, setOwnerPassword } from './credentials.ts'
import type { Live } from './machine.ts'
import { serviceRoles, type Passwords } from './passwords.ts'

export type PrepareDeps = {
  readonly services: readonly Service[]
  readonly instances: Instances
  readonly passwords: Passwords
  readonly log: Log
}

type Given = {
  readonly ref: string
  readonly secrets: StoredSecrets
  readonly endpoint: Endpoint
  /** Gets the owner's password as it is in the end. */
  readonly live: Live
  /** The database is a copy that has never been up. */
  readonly isFresh: boolean
  /** It was last up under this very release. */
  readonly isCurrent: boolean
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** Migrations that failed, by the service whose fault that is. */
export type MigrationFaults = ReadonlyMap<string, AppError>
export const noFaults: MigrationFaults = new Map()

/**
 * Makes a database this release's before anybody connects to it: pending migrations, then the
 * passwords of all roles, then a change of the owner's password that was recorded and not made. A
 * service whose migrations fail is reported; only the bootstrap's end the start.
 */
export async function prepareDatabase(deps: PrepareDeps, given: Given): Promise<MigrationFaults> {
  const { ref, endpoint, isFresh, isCurrent, step } = given
  const own = deps.passwords.of(ref, SUPERUSER)
  const { template } = deps.passwords
  const order = isFresh ? [template, own] : [own, template]
  const client = await step('connect', () => connectSuperuser(endpoint, order))
  try {
    const faults =
      isFresh || !isCurrent ? await step('migrate', () => migrateAll(deps, ref, client)) : noFaults
    given.live.ownerPassword = await step('passwords', () => settlePasswords(deps, given, client))
    return faults
  } finally {
    await client.end()
  }
}

async function migrateAll(
  { services, log }: PrepareDeps,
  ref: string,
  client: Client,
): Promise<MigrationFaults> {
  const sources = services.flatMap(({ database }) => database?.migrations ?? [])
  const pending = await pendingMigrations(client, [bootstrapMigrations, ...sources])
  if (pending.has(bootstrapMigrations)) await migrate(client, bootstrapMigrations)
  const faults = new Map<string, AppError>()
  for (const service of services) {
    const source = service.database?.migrations
    if (!source || !pending.has(source)) continue
    try {
      await migrate(client, source)
    } catch (cause) {
      log.error({ err: cause, ref, service: service.name }, 'A service could not be migrated.')
      faults.set(service.name, unavailable(service, cause))
    }
  }
  return faults
}

/**
 * Gives the roles their passwords, or completes a change of the owner's that was recorded before it
 * reached the cluster. Answers the owner's password as it is now.
 */
async function settlePasswords(
  { services, instances, passwords }: PrepareDeps,
  { ref, secrets, isFresh, isCurrent }: Given,
  client: Client,
): Promise<string> {
  const ownerPassword = secrets.pendingPassword ?? secrets.databasePassword
  const roles = serviceRoles(services)
  if (isFresh) await setAllPasswords(client, ref, { passwords, roles, ownerPassword })
  else {
    // A newer release may bring a service, and with it a role that never had a password.
    if (!isCurrent) await setAllPasswords(client, ref, { passwords, roles })
    if (secrets.pendingPassword !== undefined) await setOwnerPassword(client, ownerPassword)
  }
  if (secrets.pendingPassword !== undefined) await instances.settlePassword(ref, ownerPassword)
  return ownerPassword
}

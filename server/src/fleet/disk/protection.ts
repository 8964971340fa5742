import type { Client } from 'pg'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import type { Database } from '../../postgres/database.ts'
import { endSessionsOfOthers, readOnlySince, setReadOnly, type Protection } from './read-only.ts'

export type DiskProtection = {
  /** Why writes are refused now; `recent` also covers the moment after that state ended. */
  readOnlyReason(when?: 'recent'): AppError | undefined
  /** Why the owner cannot connect now. */
  closedReason(): AppError | undefined
  /** Applies a protection, or ends it. */
  apply(database: Database, protection: Protection | undefined): Promise<void>
}

/** Sessions notice only one by one that the cluster is writable again. */
const RECENT_MS = 5000

/** Keeps one running cluster from writing while it has no disk space. */
export function createDiskProtection(deps: {
  readonly ref: string
  readonly dataDir: string
  /** The roles that the server itself signs in as. */
  readonly roles: readonly string[]
  readonly log: Log
}): DiskProtection {
  let current: Protection | undefined
  let isReadOnly: boolean | undefined
  let ended: { readonly reason: AppError; readonly at: number } | undefined

  return {
    readOnlyReason(when) {
      const isRecent = ended !== undefined && performance.now() - ended.at < RECENT_MS
      return current?.reason ?? (when === 'recent' && isRecent ? ended?.reason : undefined)
    },
    closedReason: () => current?.closed,
    async apply(database, protection) {
      const isOn = protection !== undefined
      const isNew = isOn !== (current !== undefined)
      if (current && !isOn) ended = { reason: current.reason, at: performance.now() }
      current = protection
      isReadOnly ??= (await readOnlySince(deps.dataDir)) !== undefined
      const isChanged = isReadOnly !== isOn
      if (isChanged || protection?.closed)
        await asSuperuser(database, async (admin) => {
          if (isChanged) await setReadOnly(admin, isOn)
          if (protection?.closed) await endSessionsOfOthers(admin, deps.roles)
        })
      if (isChanged) {
        isReadOnly = isOn
        deps.log.warn(
          { ref: deps.ref, code: protection?.reason.code },
          protection?.reason.message ?? 'A project is writable again, because it has disk space.',
        )
      }
      // A service's session keeps the settings it started with, whatever the cluster's are.
      if (isNew) database.renewConnections()
    },
  }
}

/** Only the superuser may change the settings of the cluster and end everybody's sessions. */
async function asSuperuser(
  database: Database,
  work: (admin: Client) => Promise<void>,
): Promise<void> {
  const admin = await database.administer('stoa-disk')
  await work(admin).finally(() => endClient(admin))
}

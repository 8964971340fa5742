import type { Client } from 'pg'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import type { Database } from '../../postgres/database.ts'
import { endSessionsOfOthers, readOnlySince, setReadOnly, type Protection } from './read-only.ts'

export type DiskProtection = {
  /** Why writes are refused now; `recent`: or were until a moment ago. */
  readOnlyReason(when?: 'recent'): AppError | undefined
  /** Why the owner cannot connect now. */
  closedReason(): AppError | undefined
  /** Applies a protection, or ends it. */
  apply(database: Database, protection: Protection | undefined): Promise<void>
}

/** Each session notices by itself that the cluster is writable again. */
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
      // A session of a service keeps what it started with, whatever the cluster says.
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

import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
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
      // Only the superuser may change the settings of the cluster and end everybody's sessions.
      const admin = database.as('supabase_admin')
      isReadOnly ??= (await readOnlySince(deps.dataDir)) !== undefined
      if (isReadOnly !== isOn) {
        await setReadOnly(admin, isOn)
        isReadOnly = isOn
        deps.log.warn(
          { ref: deps.ref, code: protection?.reason.code },
          protection?.reason.message ?? 'A project is writable again, because it has disk space.',
        )
      }
      // A session of a service keeps what it started with, whatever the cluster says.
      if (isNew) database.renewConnections()
      if (protection?.closed) await endSessionsOfOthers(admin, deps.roles)
    },
  }
}

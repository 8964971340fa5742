import { createDatabase, type Database } from '../../postgres/database.ts'
import type { OwnEndpoint } from '../../postgres/connections/connect.ts'
import { createDiskBudget } from '../../postgres/wire/disk-budget.ts'
import { createDiskProtection, type DiskProtection } from '../disk/protection.ts'
import { findCatalogDamage } from './catalog-check.ts'
import { serviceRoles } from './passwords.ts'
import type { ProjectData } from './prepare-data.ts'
import { createLoginRepair } from './repair-logins.ts'
import type { Live } from './running.ts'
import type { StartDeps } from './start-deps.ts'
import { STOP_MS, type Start } from './start.ts'

/** Damaged data can fail thousands of statements; the catalog is read at most this often. */
const DAMAGE_CHECK_MS = 30_000

const CALLER_CONNECTIONS = 8
const SERVICE_CONNECTIONS = 8
/** Disk space for the unread long responses of one project. */
const MAX_LONG_TEXT_BYTES = 2 * 1024 * 1024 * 1024
/** A connection costs megabytes of memory, so idle ones are closed. */
const CONNECTION_IDLE_MS = 20_000

/** The connections to a project's cluster, and the protection of its disk. */
export function openDatabase(
  deps: StartDeps,
  { ref, undo }: Pick<Start, 'ref' | 'undo'>,
  {
    data: { dataDir, account },
    endpoint,
    live,
  }: { readonly data: ProjectData; readonly endpoint: OwnEndpoint; readonly live: Live },
): { readonly database: Database; readonly disk: DiskProtection } {
  const roles = serviceRoles(deps.services)
  const disk = createDiskProtection({ ref, dataDir, roles, log: deps.log })
  const database = createDatabase({
    endpoint,
    account,
    onDamage: throttled(DAMAGE_CHECK_MS, async () => {
      const damage = await findCatalogDamage(database.as('supabase_admin'))
      if (damage) await deps.onDamaged(ref, damage)
    }),
    readOnlyReason: disk.readOnlyReason,
    closedReason: disk.closedReason,
    login: (role) => ({
      user: role,
      password: role === 'postgres' ? live.ownerPassword : deps.passwords.of(ref, role),
    }),
    maxCallerConnections: CALLER_CONNECTIONS,
    maxServiceConnections: SERVICE_CONNECTIONS,
    idleMs: CONNECTION_IDLE_MS,
    longTexts: {
      folder: deps.folders.projects,
      budget: createDiskBudget(MAX_LONG_TEXT_BYTES, deps.longTextBudget),
    },
    repairLogins: createLoginRepair({ ...deps, ref, endpoint, roles }),
  })
  undo.push((pace) => database.close(STOP_MS[pace].queries))
  return { database, disk }
}

/** Runs work in the background, unless it ran within the last `pauseMs`. */
function throttled(pauseMs: number, work: () => Promise<void>): () => void {
  let last = -Infinity
  return () => {
    if (performance.now() - last < pauseMs) return
    last = performance.now()
    void work()
  }
}

import { createDatabase } from '../src/postgres/database.ts'
import { silentLog } from '../src/lib/log.ts'
import { createTestBackups } from './backups.ts'
import { createTestFleet } from './fleet.ts'

/**
 * A server with a fleet, for tests that kill it. The first argument is the control plane, the
 * second a project to create, with the project that it copies, to remove, to restore, to reset to
 * another one, or whose restore to undo. Sends a message after every step.
 */
const { connection, installationKey, folders } = JSON.parse(process.argv[2] ?? '')
const { create, copied, remove, restore, reset, undo } = JSON.parse(process.argv[3] ?? '')
const database = createDatabase({
  endpoint: connection.endpoint,
  login: () => ({ user: connection.user, password: connection.password }),
  maxCallerConnections: 2,
  maxServiceConnections: 2,
  idleMs: 1000,
})
const { fleet } = await createTestFleet(
  {
    database,
    connection,
    folders,
    installationKey: Buffer.from(installationKey, 'base64'),
    stop: () => Promise.resolve(),
  },
  {
    log: { ...silentLog, debug: ({ step }) => void process.send?.(step) },
    backups: createTestBackups(folders),
  },
)
if (create)
  await database.as('supabase_admin').transaction((tx) =>
    fleet.create(tx, {
      ref: create,
      databasePassword: 'first',
      origin: copied ? { kind: 'copy', ref: copied, content: 'data' } : null,
    }),
  )
if (remove) await fleet.remove(remove)
if (restore) await fleet.restore(restore.ref, { kind: 'backup', id: restore.id })
if (reset) await fleet.reset(reset.ref, { kind: 'copy', ref: reset.from, content: 'data' })
if (undo) await fleet.undoRestore(undo)
process.send?.('recorded')

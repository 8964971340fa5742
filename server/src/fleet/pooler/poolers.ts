import path from 'node:path'
import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { connectionPooling } from '@stoa/contract/platform/connection-pooling'
import { SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { ControlGroups } from '../../postgres/processes/control-groups.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { FleetFolders } from '../copies/template.ts'
import type { ProjectLogs } from '../deps.ts'
import { closedRoles, type Passwords } from '../machine/passwords.ts'
import type { InstanceRow } from '../records/queries.ts'
import { createBouncer, usersFileOf, type Bouncer, type BouncerFiles } from './bouncer.ts'
import type { PgBouncer } from './pgbouncer.ts'
import { poolLimitsOf, renderPoolerConfig, renderUsers } from './pooler-config.ts'
import { poolerMissing } from './refusals.ts'
import { readPoolerUsers } from './read-users.ts'

type PoolerDeps = {
  /** Absent where PgBouncer is not installed. */
  readonly pgbouncer?: PgBouncer | undefined
  readonly groups: Pick<ControlGroups, 'of'>
  readonly watchdog: Watchdog
  readonly folders: FleetFolders
  readonly passwords: Passwords
  readonly services: readonly Service[]
  readonly logs: Pick<ProjectLogs, 'write'>
}

/** A socket at which clients share the connections of a project's Postgres. */
type PooledSocket = {
  readonly socketDir: string
  readonly port: number
  readonly maxClients: number
}

/** The pooler of one running project. */
type Pooler = {
  /** Starts it, or applies what has changed since the last call. */
  open(): Promise<PooledSocket>
  changed(): void
  stop(): Promise<void>
}

/** The poolers of the projects that run in this process, each started by its first client. */
export type Poolers = {
  /** Nothing runs until the first client. `stop` ends it with its project. */
  add(
    instance: Pick<InstanceRow, 'compute_size' | 'ref'>,
    running: { readonly account: Account | undefined; readonly project: Project },
  ): Pick<Pooler, 'stop'>
  /** Makes the next client use changed settings and passwords. Without it, they apply within seconds. */
  changed(ref: string): void
  /** Opens the pooler of a project that runs. Rejects with 503 `pooler_missing` or `pooler_not_ready`. */
  open(ref: string): Promise<PooledSocket>
}

/** Roles and settings that were changed this long ago apply to new clients. */
const FRESH_MS = 2000
const REF_LETTERS_IN_SOCKETS = 12

export function createPoolers(deps: PoolerDeps): Poolers {
  const poolers = new Map<string, Pooler>()
  return {
    add(instance, running) {
      const { ref } = instance
      const pooler = createPooler(deps, instance, running)
      poolers.set(ref, pooler)
      return {
        async stop() {
          if (poolers.get(ref) === pooler) poolers.delete(ref)
          await pooler.stop()
        },
      }
    },
    changed: (ref) => poolers.get(ref)?.changed(),
    async open(ref) {
      const pooler = poolers.get(ref)
      if (!pooler) throw poolerMissing()
      return pooler.open()
    },
  }
}

function createPooler(
  deps: PoolerDeps,
  { ref, compute_size }: Pick<InstanceRow, 'compute_size' | 'ref'>,
  { account, project }: { readonly account: Account | undefined; readonly project: Project },
): Pooler {
  const { pgbouncer, folders } = deps
  const socketDir = path.join(folders.sockets, `${ref.slice(0, REF_LETTERS_IN_SOCKETS)}-pooler`)
  const postgresDir = path.join(folders.sockets, ref)
  const limits = poolLimitsOf(findComputeSize(compute_size))
  const roles = { passwords: deps.passwords, closedRoles: closedRoles(deps.services) }
  let bouncer: Bouncer | undefined
  let files: BouncerFiles | undefined
  let freshUntil = 0
  let isStopped = false
  let last: Promise<unknown> = Promise.resolve()

  const readFiles = async (): Promise<BouncerFiles> => ({
    config: renderPoolerConfig({
      pooling: project.settings.of(connectionPooling),
      limits,
      postgresDir,
      socketDir,
      port: SOCKET_PORT,
      usersFile: usersFileOf(socketDir),
    }),
    users: renderUsers(await readPoolerUsers(roles, { ref, socketDir: postgresDir })),
  })

  async function open(): Promise<PooledSocket> {
    if (!pgbouncer || isStopped) throw poolerMissing()
    const socket = { socketDir, port: SOCKET_PORT, maxClients: limits.maxClients }
    if (bouncer?.isRunning === true && performance.now() < freshUntil) return socket
    const next = await readFiles()
    if (bouncer?.isRunning !== true) {
      bouncer ??= createBouncer({
        ...deps,
        file: pgbouncer.file,
        account,
        socketDir,
        group: deps.groups.of(`${ref}.pooler`),
        onLine: (line) => writeLine(deps, ref, line),
      })
      await bouncer.start(next)
    } else if (next.config !== files?.config || next.users !== files.users)
      await bouncer.reload(next)
    files = next
    freshUntil = performance.now() + FRESH_MS
    return socket
  }

  return {
    open() {
      const mine = last.then(open)
      last = mine.catch(() => {})
      return mine
    },
    changed: () => void (freshUntil = 0),
    async stop() {
      isStopped = true
      await last
      await bouncer?.stop()
    },
  }
}

const SEVERITIES: ReadonlyMap<string, 'error' | 'warning'> = new Map([
  ['ERROR', 'error'],
  ['FATAL', 'error'],
  ['WARNING', 'warning'],
])
/** `2026-03-01 12:00:00.000 UTC [1234] WARNING …` */
const LINE = /^\S+ \S+ \S+ \[\d+\] (\w+) (.*)$/

function writeLine({ logs }: PoolerDeps, ref: string, line: string): void {
  const [, level = 'LOG', message = line] = LINE.exec(line) ?? []
  logs.write(ref, 'pgbouncer_logs', {
    message,
    severity: SEVERITIES.get(level) ?? 'info',
    columns: { project: ref },
  })
}

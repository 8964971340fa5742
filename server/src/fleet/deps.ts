import type { Backups } from '../backups/port.ts'
import type { Clock } from '../lib/clock.ts'
import type { FreeBytes } from '../lib/free-bytes.ts'
import type { Log } from '../lib/log.ts'
import type { LogStore } from '../logs/port.ts'
import type { PostgresLogs } from '../logs/postgres/postgres-logs.ts'
import type { Outgoing } from '../lib/outgoing.ts'
import type { Database } from '../postgres/database.ts'
import type { ControlConnection } from '../postgres/jobs.ts'
import type { TemplateDeps } from './copies/template.ts'
import type { PgBouncer } from './pooler/pgbouncer.ts'

/** A store of logs, as the fleet uses it. */
export type ProjectLogs = Pick<LogStore, 'write' | 'remove'>

export type FleetDeps = TemplateDeps & {
  /** The control-plane database, with `fleetMigrations` applied. */
  readonly control: Database
  /** The same database, for the job queue's own connections. */
  readonly controlConnection: ControlConnection
  readonly clock: Clock
  readonly apiUrl: (ref: string) => string
  /** A project without requests for this many milliseconds goes to sleep. */
  readonly idleAfterMs: number
  readonly log: Log
  /** The projects' own logs. */
  readonly logs: ProjectLogs
  /** Copies the logs of running clusters to the projects' own. */
  readonly postgresLogs: PostgresLogs
  /** Called after a change of a project's status or compute is recorded. */
  readonly onChange?: (ref: string) => void
  readonly freeBytes: FreeBytes
  /** Absent where the installation makes no backups. */
  readonly backups?: Backups | undefined
  /** Present at the first start of a recovered installation; called when its projects are recorded. */
  readonly onRecovered?: (() => Promise<void>) | undefined
  /** Shares connections between clients; absent where it is not installed. */
  readonly pgbouncer?: PgBouncer | undefined
  /** Connections to other services whose tokens projects accept. */
  readonly outgoing: Outgoing
  /** The most memory that one project's Postgres can use, where the system can limit it. */
  readonly memoryLimitBytes: number
  /** Whether clusters with an account of their own run without a network. */
  readonly withoutNetwork?: boolean
  /** How long the statements of a project's start may take; three minutes by default. */
  readonly startDeadlineMs?: number
}

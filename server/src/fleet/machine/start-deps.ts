import type { Backups } from '../../backups/port.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import type { PostgresLogs } from '../../logs/postgres/postgres-logs.ts'
import type { ControlGroups } from '../../postgres/processes/control-groups.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import type { DiskBudget } from '../../postgres/wire/disk-budget.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import type { SettingsStore } from '../records/settings-store.ts'
import type { ServiceStates } from '../services/service-states.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import type { Instances } from '../records/instances.ts'
import type { KeyStore } from '../../project/keys/key-store.ts'
import type { Project, StoredParts } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { PlaceOrigin } from '../copies/origins.ts'
import type { Spares } from '../copies/spares.ts'
import type { Poolers } from '../pooler/poolers.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { FleetFolders, ProjectTemplates } from '../copies/template.ts'
import type { Passwords } from './passwords.ts'

export type StartDeps = {
  readonly engine: Engine
  readonly accounts: ClusterAccounts
  readonly groups: ControlGroups
  readonly folders: FleetFolders
  readonly watchdog: Watchdog
  readonly services: readonly Service[]
  /** The parts of a project that exist whether or not it runs. */
  readonly storedParts: (ref: string) => StoredParts
  readonly serviceFolders: ServiceFolders
  /** The services of running and starting projects, so that changed settings can reach them. */
  readonly started: Map<string, ServiceStates>
  readonly clock: Clock
  readonly log: Log
  readonly postgresLogs: PostgresLogs
  /** Absent where the installation makes no backups. */
  readonly backups?: Backups | undefined
  readonly instances: Instances
  readonly keys: KeyStore
  readonly settingsStore: SettingsStore
  readonly passwords: Passwords
  readonly templates: ProjectTemplates
  readonly spares: Spares
  readonly placeOrigin: PlaceOrigin
  readonly poolers: Pick<Poolers, 'add'>
  readonly replicas: Pick<Replicas, 'start'>
  /** Called when the system catalog of a running project turns out to be damaged. Never rejects. */
  readonly onDamaged: (ref: string, damage: AppError) => Promise<void>
  /** Reads the project's overview for the records. Never rejects. */
  readonly measure: (project: Project) => Promise<void>
  /** Limits the disk space of all projects' long responses together. */
  readonly longTextBudget: DiskBudget
  readonly freeBytes: FreeBytes
  /** How long the statements of a start may take; three minutes by default. */
  readonly startDeadlineMs?: number
}

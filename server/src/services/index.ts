import type { AccountPort } from '../project/accounts.ts'
import type { Project } from '../project/project.ts'
import type { Service } from '../project/service.ts'
import { createAdvisorsService, type AdvisorsServiceDeps } from './advisors/index.ts'
import { createAlerts, type AlertsServiceDeps } from './alerts/index.ts'
import { createAuth, type AuthDeps } from './auth/index.ts'
import { createCron } from './cron/index.ts'
import { createDataApi } from './data-api/index.ts'
import { createFunctions, type FunctionsDeps } from './functions/index.ts'
import { createGraphql } from './graphql/index.ts'
import { createImports } from './imports/index.ts'
import { createLogs, type LogsDeps } from './logs/index.ts'
import {
  createMeta,
  type MetaDeps,
  PROTECTED_SCHEMAS,
  refuseProtectedSchema,
} from './meta/index.ts'
import { createVault } from './vault/index.ts'
import { createQueues } from './queues/index.ts'
import { createWebhooks } from './webhooks/index.ts'
import { createWrappers, type WrappersDeps } from './wrappers/index.ts'
import { createReports, type ReportsDeps } from './reports/index.ts'
import { createQueryPerformance, type QueryPerformanceDeps } from './query-performance/index.ts'
import { createRealtime, type RealtimeDeps } from './realtime/index.ts'
import { createStorage, type StorageDeps } from './storage/index.ts'

export type Services = {
  /** Every service a project offers, in the order of their migrations. */
  readonly all: readonly Service[]
  /** The accounts and sessions of a project, for the platform. */
  readonly accountsOf: (project: Project) => AccountPort
}

/** The dependencies of all services together. */
export type ServicesDeps = AuthDeps &
  FunctionsDeps &
  Pick<StorageDeps, 'storageLimitBytes' | 'storageBucket'> &
  Pick<RealtimeDeps, 'peers'> &
  Pick<WrappersDeps, 'outgoing'> &
  Pick<LogsDeps, 'logs' | 'log' | 'planOf' | 'drainRecords' | 'hasPlanLimits'> &
  Pick<ReportsDeps, 'metrics'> &
  Pick<AlertsServiceDeps, 'alertRecords' | 'hasMailServer' | 'isBackupFailing'> &
  Omit<AdvisorsServiceDeps, 'protectedSchemas'> &
  Pick<MetaDeps, 'looks'> &
  Pick<QueryPerformanceDeps, 'queryRecords'>

export function createServices(deps: ServicesDeps): Services {
  const auth = createAuth(deps)
  return {
    all: [
      auth,
      createDataApi(deps),
      createGraphql(deps),
      createMeta(deps),
      createStorage(deps),
      createVault(),
      createQueues(),
      createRealtime(deps),
      createFunctions(deps),
      createWebhooks(deps),
      createCron(deps),
      createWrappers(deps),
      createLogs(deps),
      createReports(deps),
      createImports({ ...deps, refuseProtectedSchema }),
      createAdvisorsService({ ...deps, protectedSchemas: PROTECTED_SCHEMAS }),
      createQueryPerformance(deps),
      createAlerts(deps),
    ],
    accountsOf: auth.accountsOf,
  }
}

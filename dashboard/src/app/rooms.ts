import type { Room } from '../components/rooms/room.ts'
import { accounts } from '../features/accounts/room.ts'
import { advisors } from '../features/advisors/room.ts'
import { alerts } from '../features/alerts/room.ts'
import { apiDocs } from '../features/api-docs/room.ts'
import { assistant } from '../features/assistant/room.ts'
import { auth } from '../features/auth/room.ts'
import { backups } from '../features/backups/room.ts'
import { billing } from '../features/billing/room.ts'
import { anonymization } from '../features/anonymization/room.ts'
import { branchReview } from '../features/branch-review/room.ts'
import { branches } from '../features/branches/room.ts'
import { columnPrivileges } from '../features/column-privileges/room.ts'
import { connections } from '../features/connections/room.ts'
import { cron } from '../features/cron/room.ts'
import { dataApi } from '../features/data-api/room.ts'
import { database } from '../features/database/room.ts'
import { functions } from '../features/functions/room.ts'
import { graphiql } from '../features/graphiql/room.ts'
import { dataImport } from '../features/import/room.ts'
import { installation } from '../features/installation/room.ts'
import { keys } from '../features/keys/room.ts'
import { logs } from '../features/logs/room.ts'
import { mailbox } from '../features/mailbox/room.ts'
import { organizations } from '../features/organizations/room.ts'
import { projects } from '../features/projects/room.ts'
import { queryPerformance } from '../features/query-performance/room.ts'
import { queues } from '../features/queues/room.ts'
import { realtime } from '../features/realtime/room.ts'
import { replicas } from '../features/replicas/room.ts'
import { reports } from '../features/reports/room.ts'
import { sqlEditor } from '../features/sql-editor/room.ts'
import { storage } from '../features/storage/room.ts'
import { support } from '../features/support/room.ts'
import { tableEditor } from '../features/table-editor/room.ts'
import { vault } from '../features/vault/room.ts'
import { webhooks } from '../features/webhooks/room.ts'
import { wrappers } from '../features/wrappers/room.ts'

/** Every feature of the dashboard. Navigation and palette follow this order. */
export const rooms: readonly Room[] = [
  projects,
  tableEditor,
  dataImport,
  sqlEditor,
  database,
  backups,
  branches,
  anonymization,
  replicas,
  connections,
  branchReview,
  apiDocs,
  columnPrivileges,
  cron,
  queues,
  webhooks,
  wrappers,
  vault,
  graphiql,
  keys,
  dataApi,
  auth,
  storage,
  functions,
  realtime,
  reports,
  logs,
  advisors,
  queryPerformance,
  alerts,
  organizations,
  assistant,
  billing,
  accounts,
  installation,
  mailbox,
  support,
]

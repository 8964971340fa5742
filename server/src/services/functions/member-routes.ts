import type { Clock } from '../../lib/clock.ts'
import type { Route } from '../../lib/http.ts'
import { managementRoutes } from './management/management-routes.ts'
import { statisticsRoute } from './management/statistics.ts'
import { functionRoutes } from './members/function-routes.ts'
import { logRoutes } from './members/log-routes.ts'
import type { FunctionLogs } from './runtime/logs.ts'
import type { Versions } from './versions/versions.ts'

type MemberDeps = {
  readonly versions: Versions
  readonly logs: FunctionLogs
  readonly clock: Clock
}

/**
 * The routes for members at `/platform/functions/:ref` and, for the Management API, at
 * `/v1/projects/:ref/functions`. They work while the project is asleep.
 */
export const memberRoutes = (deps: MemberDeps): readonly Route[] => [
  ...functionRoutes(deps.versions),
  ...logRoutes(deps),
  ...managementRoutes(deps.versions),
  statisticsRoute(deps),
]

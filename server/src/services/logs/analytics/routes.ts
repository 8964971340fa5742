import * as contract from '@stoa/contract/services/logs/analytics'
import type { Clock } from '../../../lib/clock.ts'
import { route, type Route } from '../../../lib/http.ts'
import type { LogParts } from '../../../logs/index.ts'
import { readAllLogs } from './logs-all.ts'
import { countApiRequests, countRequests } from './usage.ts'

/** The analytics of the Management API, at `/v1/projects/:ref/analytics`. */
export function analyticsRoutes({
  logs,
  clock,
}: {
  readonly logs: LogParts
  readonly clock: Clock
}): readonly Route[] {
  const now = () => clock.now().getTime()
  return [
    ...[contract.readAnalyticsLogs, contract.readProjectAnalyticsLogs].map((endpoint) =>
      route(endpoint).to(({ query, request: { storedProject, departure: signal } }) =>
        readAllLogs(logs, storedProject.ref, { query, now: now(), signal }),
      ),
    ),
    route(contract.readApiCounts).to(
      ({ query: { interval }, request: { storedProject, departure: signal } }) =>
        countApiRequests(logs, storedProject.ref, { interval, now: now(), signal }),
    ),
    route(contract.readApiRequestsCount).to(({ request: { storedProject, departure: signal } }) =>
      countRequests(logs, storedProject.ref, { now: now(), signal }),
    ),
  ]
}

import * as contract from '@stoa/contract/services/logs/logs'
import type { Clock } from '../../lib/clock.ts'
import { route, type Route } from '../../lib/http.ts'
import type { LogParts } from '../../logs/index.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { facets, histogram } from './counts.ts'
import { draftQuery } from './draft-sql.ts'
import { readEvent, traceRequest } from './events.ts'
import { runLogQuery } from './run-log-query.ts'
import { search } from './search.ts'
import { readStorage, type Retention } from './storage.ts'

export type LogRoutesDeps = {
  readonly logs: LogParts
  readonly retentionOf: (ref: string) => Promise<Retention>
  readonly clock: Clock
}

/** The routes for members at `/platform/logs/:ref`, and the Management API's analytics. */
export function memberRoutes({ logs, retentionOf, clock }: LogRoutesDeps): readonly Route[] {
  return [
    route(contract.searchLogs).to(({ body, request: { storedProject, departure } }) =>
      search(logs, storedProject.ref, { ...body, signal: departure, now: clock.now().getTime() }),
    ),
    route(contract.readLogHistogram).to(({ body, request: { storedProject, departure } }) =>
      histogram(logs, storedProject.ref, { ...body, signal: departure }),
    ),
    route(contract.readLogFacets).to(({ body, request: { storedProject, departure } }) =>
      facets(logs, storedProject.ref, { ...body, signal: departure }),
    ),
    route(contract.readLogEvent).to(
      ({ params: { source, id }, query, request: { storedProject, departure } }) =>
        readEvent(logs, storedProject.ref, { source, id, ...query, signal: departure }),
    ),
    route(contract.traceLogs).to(({ params, query, request: { storedProject, departure } }) =>
      traceRequest(logs, storedProject.ref, {
        requestId: params.request_id,
        ...query,
        signal: departure,
      }),
    ),
    route(contract.queryLogs).to(({ body, request: { storedProject, departure } }) =>
      runLogQuery(logs, storedProject.ref, { ...body, signal: departure, clock }),
    ),
    route(contract.draftLogQuery).to(({ body }) => ({ sql: draftQuery(body) })),
    route(contract.readLogStorage).to(async ({ request: { storedProject } }) =>
      readStorage(logs, storedProject.ref, await retentionOf(storedProject.ref)),
    ),
    ...analyticsRoutes({ logs, clock }),
  ]
}

import * as contract from '@stoa/contract/services/query-performance/query-performance'
import { route, type Route } from '../../lib/http.ts'
import { listStatistics, readHistory, type StatisticsDeps } from './statistics.ts'

/** The members' door at `/platform/query-performance/:ref`. */
export const memberRoutes = (deps: StatisticsDeps): readonly Route[] => [
  route(contract.listQueryStatistics).to(({ request, query }) =>
    listStatistics(deps, request.project, query.hours),
  ),
  route(contract.readQueryHistory).to(({ request, params, query }) =>
    readHistory(deps, request.project, { id: params.query_id, hours: query.hours }),
  ),
  route(contract.resetQueryStatistics).to(async ({ request }) => {
    await deps.collector.reset(request.project)
    await request.recordAudit({ action: 'query_statistics.reset' })
    return {}
  }),
]

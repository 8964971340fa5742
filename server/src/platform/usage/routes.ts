import * as endpoints from '@stoa/contract/platform/usage'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { readUsageReport } from './read-usage-report.ts'

export const usageRoutes = (
  context: Pick<Context, 'access' | 'clock' | 'session'>,
): readonly Route[] => [
  route(endpoints.readUsageReport).to(({ request, query }) =>
    readUsageReport(context, context.access.organizationOf(request), {
      cycle: query.cycle,
      ref: query.project_ref,
    }),
  ),
]

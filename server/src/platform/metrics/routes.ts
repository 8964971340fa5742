import { Readable } from 'node:stream'
import * as endpoints from '@stoa/contract/platform/project-metrics'
import { downloadRoute, route, type Route } from '../../lib/http.ts'
import { PROMETHEUS_TEXT } from '../../metrics/prometheus/text.ts'
import type { Context } from '../context.ts'
import { listProjectMetrics } from './list-project-metrics.ts'
import { createPlatformMetrics } from './platform-metrics.ts'

export function metricsRoutes(
  context: Pick<Context, 'fleet' | 'metrics' | 'session'>,
): readonly Route[] {
  const platformMetrics = createPlatformMetrics(context)
  return [
    route(endpoints.listProjectMetrics).to(() => listProjectMetrics(context)),
    downloadRoute(endpoints.readPlatformMetrics).to(async () => ({
      type: PROMETHEUS_TEXT,
      content: Readable.from([await platformMetrics()]),
    })),
  ]
}

import * as endpoints from '@stoa/contract/platform/telemetry'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { listTelemetryEvents, recordEvent } from './record-event.ts'
import { listErrorReports, reportError } from './report-error.ts'

const EVENTS = { burst: 100, perMinute: 100 }
const ERRORS = { burst: 30, perMinute: 30 }

export const telemetryRoutes = (context: Context): readonly Route[] => [
  route(endpoints.sendTelemetryEvent).to(({ request, body }) => {
    enforceRateLimit(context.rateLimiter, `event ${request.ip}`, EVENTS)
    return recordEvent(context, body)
  }),
  route(endpoints.reportError).to(({ request, body }) => {
    enforceRateLimit(context.rateLimiter, `error ${request.ip}`, ERRORS)
    return reportError(context, body)
  }),
  route(endpoints.listTelemetryEvents).to(() => listTelemetryEvents(context)),
  route(endpoints.listErrorReports).to(() => listErrorReports(context)),
]

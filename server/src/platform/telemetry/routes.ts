import * as endpoints from '@stoa/contract/platform/telemetry'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { requireRate } from '../rate.ts'
import { listTelemetryEvents, recordEvent } from './record-event.ts'
import { listErrorReports, reportError } from './report-error.ts'

const EVENTS = { burst: 100, perMinute: 100 }
const ERRORS = { burst: 30, perMinute: 30 }

export const telemetryRoutes = (context: Context): readonly Route[] => [
  route(endpoints.sendTelemetryEvent).to(({ request, body }) => {
    requireRate(context.rates, `event ${request.ip}`, EVENTS)
    return recordEvent(context, body)
  }),
  route(endpoints.reportError).to(({ request, body }) => {
    requireRate(context.rates, `error ${request.ip}`, ERRORS)
    return reportError(context, body)
  }),
  route(endpoints.listTelemetryEvents).to(() => listTelemetryEvents(context)),
  route(endpoints.listErrorReports).to(() => listErrorReports(context)),
]

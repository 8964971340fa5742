// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/telemetry.ts'

export const listErrorReports: OperationsOf<typeof source.listErrorReports> = {
  method: 'GET',
  path: '/platform/installation/error-reports',
  access: 'operator',
}

export const listTelemetryEvents: OperationsOf<typeof source.listTelemetryEvents> = {
  method: 'GET',
  path: '/platform/installation/telemetry-events',
  access: 'operator',
}

export const reportError: OperationsOf<typeof source.reportError> = {
  method: 'POST',
  path: '/platform/telemetry/errors',
  access: 'public',
}

export const sendTelemetryEvent: OperationsOf<typeof source.sendTelemetryEvent> = {
  method: 'POST',
  path: '/platform/telemetry/event',
  access: 'public',
}

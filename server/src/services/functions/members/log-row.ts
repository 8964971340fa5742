import type { FunctionLogEntry, FunctionLogRow } from '@stoa/contract/services/functions/logs'
import { REGION } from '../runtime/environment.ts'
import { EVENT_TYPES } from '../runtime/log-events.ts'
import { deploymentId } from '../versions/version.ts'

/** An entry with the fields that the log catalog gives to its source. */
export function rowOf(entry: FunctionLogEntry, ref: string, functionId: string): FunctionLogRow {
  const { kind, request, version, executionId, level } = entry
  const deployment = {
    deployment_id: deploymentId(ref, { functionId, version }),
    execution_id: executionId,
    function_id: functionId,
    project_ref: ref,
    version: `${version}`,
  }
  if (kind !== 'invocation' || !request)
    return {
      ...entry,
      source: 'function_logs',
      fields: {
        ...deployment,
        event_type: kind === 'invocation' ? 'Log' : EVENT_TYPES[kind],
        level,
        region: REGION,
      },
    }
  const { method, path, status, durationMs, requestHeaders = {}, responseHeaders = {} } = request
  return {
    ...entry,
    source: 'function_edge_logs',
    fields: {
      ...deployment,
      execution_time_ms: durationMs,
      status_code: status,
      request: { method, pathname: path, headers: requestHeaders },
      response: { status_code: status, headers: responseHeaders },
    },
  }
}

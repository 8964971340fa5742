import { expect, it } from 'vitest'
import type { FinishedRequest } from '../project/finished-request.ts'
import type { LogEvent, LogSink } from '../project/log-sink.ts'
import { createEdgeEvents, loggedUrl } from './edge-events.ts'

const REF = 'abcdefghijklmnopqrst'
const request: FinishedRequest = {
  id: 'r1',
  ref: REF,
  method: 'GET',
  host: 'localhost',
  ...loggedUrl(`/p/${REF}/rest/v1/todos?token=x`, REF),
  protocol: 'http',
  ip: '127.0.0.1',
  userAgent: 'curl',
  referer: undefined,
  role: 'anon',
  user: undefined,
  status: 404,
  durationMs: 12.6,
}

function written(): ReadonlyMap<string, LogEvent> {
  const events = new Map<string, LogEvent>()
  const logs: LogSink = { write: (_ref, source, event) => events.set(source, event) }
  createEdgeEvents(
    logs,
    {},
  )({
    request,
    requestHeaders: {
      authorization: 'Bearer secret',
      apikey: 'secret',
      cookie: 'secret',
      'user-agent': 'curl',
      'x-client-info': 'supabase-js',
    },
    responseHeader: (name) => (name === 'content-type' ? 'application/json' : undefined),
  })
  return events
}

it('describes a request in the columns of edge_logs, without its secrets', () => {
  const event = written().get('edge_logs')
  expect(event).toMatchObject({
    message: 'GET | 404 | 127.0.0.1 | r1 | http://localhost/rest/v1/todos?token=*** | curl',
    severity: 'warning',
    requestId: 'r1',
    columns: {
      request_path: '/rest/v1/todos',
      request_search: '?token=***',
      request_headers_x_client_info: 'supabase-js',
      response_headers_content_type: 'application/json',
      response_status_code: 404,
      response_origin_time: 13,
    },
  })
  expect(JSON.stringify(event)).not.toContain('secret')
})

import { expect, it } from 'vitest'
import { runInRequest } from '../lib/request-id.ts'
import type { LogEvent } from './log-sink.ts'
import { createServiceLog } from './service-log.ts'

it('makes columns of the fields that the source has, and text of all others', () => {
  const events: LogEvent[] = []
  const log = createServiceLog(
    { write: (_ref, _source, event) => events.push(event) },
    { ref: 'abc', source: 'auth_logs' },
  )
  runInRequest({ id: 'r1' }, () =>
    log.warn({ status: 502, err: new Error('no answer'), hook: 'send-sms' }, 'A hook failed.'),
  )
  log.error({ __proto__: null, big: 10n, path: { not: 'text' } }, 'Odd fields.')
  expect(events).toEqual([
    {
      message: 'A hook failed. err="no answer" hook=send-sms',
      severity: 'warning',
      requestId: 'r1',
      columns: { level: 'warn', status: 502 },
    },
    {
      message: 'Odd fields. big=10 path={"not":"text"}',
      severity: 'error',
      requestId: undefined,
      columns: { level: 'error' },
    },
  ])
})

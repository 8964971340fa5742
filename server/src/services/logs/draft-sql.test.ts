import { expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'
import { draftQuery } from './draft-sql.ts'

const span = { from: HOUR * 1000, to: (HOUR + HOUR_MS) * 1000 }

/** The results of a drafted query, as the explorer runs it. */
async function rowsOf(selection: Parameters<typeof draftQuery>[0]) {
  const logs = writtenLogs()
  logs.write('edge_logs', [
    edgeEvent(1000),
    edgeEvent(2000, { response_status_code: 500, severity: 'error' }),
    edgeEvent(3000, { event_message: String.raw`it's 100% \d`, request_path: '/auth/v1/token' }),
  ])
  logs.write('postgres_logs', [
    {
      id: 'p1',
      timestamp: (HOUR + 2001) * 1000,
      event_message: 'relation "todos" does not exist',
      severity: 'error',
      parsed_error_severity: 'ERROR',
    },
  ])
  const { rows } = await logs.reader.readAsMember(
    REF,
    { span, text: draftQuery(selection), maxRows: 100 },
    undefined,
  )
  return rows
}

it('writes a query of one source that a person can read', () => {
  expect(
    draftQuery({
      sources: ['edge_logs'],
      filters: [
        { field: 'status', operator: '>=', values: ['500'] },
        { field: 'metadata.request.method', operator: '=', values: ['GET', "O'Neil"] },
      ],
    }),
  ).toBe(`select
  timestamp,
  metadata.severity,
  event_message,
  metadata.response.status_code,
  metadata.request.method,
  metadata.request.host,
  metadata.request.path,
  metadata.request.sb.auth_user,
  metadata.response.origin_time
from edge_logs
where metadata.response.status_code >= 500
  and metadata.request.method in ('GET', 'O''Neil')
order by timestamp desc
limit 100`)
})

it.each([
  [
    'a status',
    {
      sources: ['edge_logs' as const],
      filters: [{ field: 'status', operator: '>=' as const, values: ['500'] }],
    },
    1,
  ],
  ['all sources', { filters: [] }, 4],
  [
    'a column that some sources do not have',
    { filters: [{ field: 'path', operator: '~' as const, values: ['AUTH'] }] },
    1,
  ],
  [
    'a field of its own',
    {
      sources: ['postgres_logs' as const],
      filters: [
        { field: 'metadata.parsed.error_severity', operator: '<>' as const, values: ['LOG'] },
      ],
    },
    1,
  ],
  [
    'a severity',
    { filters: [{ field: 'severity', operator: '=' as const, values: ['error'] }] },
    2,
  ],
  [
    'a source',
    { filters: [{ field: 'source', operator: '=' as const, values: ['postgres_logs'] }] },
    1,
  ],
  [
    'a column that no selected source has',
    {
      sources: ['postgres_logs' as const],
      filters: [{ field: 'method', operator: '=' as const, values: ['GET'] }],
    },
    0,
  ],
  [
    'a text with signs that mean something in SQL',
    { filters: [], search: String.raw`'S 100% \D` },
    1,
  ],
])('finds the events of %s', async (_name, selection, count) => {
  expect(await rowsOf(selection)).toHaveLength(count)
})

it('refuses filters that a search refuses, and queries that are too long to run', () => {
  const filters = [{ field: 'status', operator: '=' as const, values: ['many'] }]
  expect(() => draftQuery({ filters })).toThrow('many is not a number')
  const values = Array.from({ length: 50 }, () => 'x'.repeat(500))
  expect(() =>
    draftQuery({ filters: [{ field: 'path', operator: '=' as const, values }] }),
  ).toThrow('longer than 20000 characters')
})

import { traceLogs } from '@stoa/contract/services/logs/logs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'
import { facets, histogram } from './counts.ts'
import { readEvent, traceRequest } from './events.ts'
import { search } from './search.ts'

const iso = (ms: number) => new Date(HOUR + ms).toISOString()
const span = { from: iso(0), to: iso(HOUR_MS), filters: [] }
const now = HOUR + HOUR_MS
const signal = undefined

function sampleLogs() {
  const logs = writtenLogs()
  logs.write('edge_logs', [
    edgeEvent(1000),
    edgeEvent(2000, { request_method: 'POST', response_status_code: 500, severity: 'error' }),
    edgeEvent(2000, { id: 'e0002000b', request_path: '/auth/v1/token' }),
    edgeEvent(3_000_000, { request_headers_user_agent: 'curl 100%' }),
  ])
  logs.write('postgres_logs', [
    {
      id: 'p1',
      timestamp: (HOUR + 2001) * 1000,
      event_message: 'relation "todos" does not exist',
      severity: 'error',
      request_id: 'r2000',
      parsed_error_severity: 'ERROR',
      parsed_user_name: 'authenticator',
      parsed_process_id: 42,
    },
  ])
  return logs
}

it('takes no time of a request that is too late for a number of microseconds', () => {
  const query = z.instanceof(z.ZodObject).parse(traceLogs.query)
  const isAccepted = (timestamp: string) => query.safeParse({ timestamp }).success
  expect(isAccepted('9000000000000000')).toBe(true)
  expect(isAccepted('9007199254740991')).toBe(false)
})

describe('search', () => {
  it('returns pages in both directions, the newest first, across equal times', async () => {
    const logs = sampleLogs()
    const page = async (place: object, limit = 2) => {
      const found = await search(logs, REF, { ...span, ...place, limit, signal, now })
      return { ids: found.events.map(({ id }) => id), more: found.has_more, found }
    }
    const first = await page({})
    expect(first).toMatchObject({ ids: ['e3000000', 'p1'], more: true })
    const second = await page({ before: first.found.events[1] })
    expect(second).toMatchObject({ ids: ['e0002000b', 'e0002000'], more: true })
    const third = await page({ before: second.found.events[1] })
    expect(third).toMatchObject({ ids: ['e0001000'], more: false })
    const newer = await page({ after: third.found.events[0] })
    expect(newer).toMatchObject({ ids: ['e0002000b', 'e0002000'], more: true })
    const newest = await page({ after: newer.found.events[0] })
    expect(newest).toMatchObject({ ids: ['e3000000', 'p1'], more: false })
  })

  it('returns the columns that all sources share', async () => {
    const logs = sampleLogs()
    const { events } = await search(logs, REF, { ...span, limit: 10, signal, now })
    expect(events.find(({ id }) => id === 'p1')).toEqual({
      id: 'p1',
      timestamp: (HOUR + 2001) * 1000,
      source: 'postgres_logs',
      severity: 'error',
      message: 'relation "todos" does not exist',
      status: null,
      method: null,
      host: null,
      path: null,
      user: 'authenticator',
      duration_ms: null,
      request_id: 'r2000',
    })
    expect(events.find(({ id }) => id === 'e0002000')).toMatchObject({
      status: 500,
      method: 'POST',
      duration_ms: 3.5,
    })
  })

  it.each([
    ['text in any case', { search: 'TODOS" DOES' }, ['p1']],
    ['an id', { search: 'e0001000' }, ['e0001000']],
    ['a request id', { search: 'r2000' }, ['p1', 'e0002000b', 'e0002000']],
    ['a number', { filters: [{ field: 'status', operator: '>=', values: ['500'] }] }, ['e0002000']],
    [
      'alternatives',
      { filters: [{ field: 'severity', operator: '=', values: ['error', 'warning'] }] },
      ['p1', 'e0002000'],
    ],
    [
      'absence, including events without the column',
      { filters: [{ field: 'method', operator: '<>', values: ['GET'] }] },
      ['p1', 'e0002000'],
    ],
    [
      'a field of the only source, with a percent sign that is no wildcard',
      {
        sources: ['edge_logs'],
        filters: [
          { field: 'metadata.request.headers.user_agent', operator: '~', values: ['100%'] },
        ],
      },
      ['e3000000'],
    ],
  ] as const)('filters by %s', async (_, selection, ids) => {
    const logs = sampleLogs()
    const request = { ...span, ...selection } as unknown as typeof span
    const { events } = await search(logs, REF, { ...request, limit: 10, signal, now })
    expect(events.map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    ['a field of one of several sources', { field: 'metadata.parsed.query', operator: '=' }],
    ['an unknown field', { field: 'password"; drop', operator: '=' }],
    ['text for a number', { field: 'status', operator: '>=' }],
  ] as const)('refuses %s', async (_, filter) => {
    const logs = writtenLogs()
    const filters = [{ ...filter, values: ['x'] }]
    await expect(
      search(logs, REF, { ...span, filters, limit: 10, signal, now }),
    ).rejects.toMatchObject({ code: 'log_filter_invalid', status: 400 })
  })

  it('returns nothing for a project without logs, and refuses a range without length', async () => {
    const logs = writtenLogs()
    expect(await search(logs, REF, { ...span, limit: 10, signal, now })).toEqual({
      events: [],
      has_more: false,
      dropped: 0,
    })
    await expect(
      search(logs, REF, { ...span, to: span.from, limit: 10, signal, now }),
    ).rejects.toMatchObject({ code: 'log_range_invalid' })
  })
})

describe('counts', () => {
  it('has every part of the span, with the events of each severity', async () => {
    const logs = sampleLogs()
    const { bucket_ms, buckets } = await histogram(logs, REF, { ...span, buckets: 6, signal })
    expect(bucket_ms).toBe(HOUR_MS / 6)
    expect(buckets).toHaveLength(6)
    expect(buckets[0]).toEqual({ from: HOUR * 1000, debug: 0, info: 2, warning: 0, error: 2 })
    expect(buckets.map(({ info }) => info)).toEqual([2, 0, 0, 0, 0, 1])
  })

  it('counts the values of each facet without the filter on the facet itself', async () => {
    const logs = sampleLogs()
    const filters = [{ field: 'method', operator: '=' as const, values: ['POST'] }]
    const counted = await facets(logs, REF, { ...span, filters, signal })
    expect(counted.method).toEqual([
      { value: 'GET', count: 3 },
      { value: 'POST', count: 1 },
    ])
    expect(counted.status).toEqual([{ value: '500', count: 1 }])
    expect(counted.source).toEqual([{ value: 'edge_logs', count: 1 }])
  })
})

describe('events', () => {
  it('has all fields of an event, as objects within each other', async () => {
    const logs = sampleLogs()
    const timestamp = (HOUR + 2001) * 1000
    const event = await readEvent(logs, REF, {
      source: 'postgres_logs',
      id: 'p1',
      timestamp,
      signal,
    })
    expect(event.metadata).toEqual({
      severity: 'error',
      request_id: 'r2000',
      parsed: { error_severity: 'ERROR', user_name: 'authenticator', process_id: 42 },
    })
    await expect(
      readEvent(logs, REF, { source: 'auth_logs', id: 'p1', timestamp, signal }),
    ).rejects.toMatchObject({ code: 'log_event_not_found', status: 404 })
  })

  it('follows one request through all sources, the oldest event first', async () => {
    const logs = sampleLogs()
    const events = await traceRequest(logs, REF, {
      requestId: 'r2000',
      timestamp: (HOUR + 2000) * 1000,
      signal,
    })
    expect(events.map(({ source, id }) => [source, id])).toEqual([
      ['edge_logs', 'e0002000'],
      ['edge_logs', 'e0002000b'],
      ['postgres_logs', 'p1'],
    ])
  })
})

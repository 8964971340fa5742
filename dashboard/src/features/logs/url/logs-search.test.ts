import { describe, expect, it } from 'vitest'
import { selectionOf } from '../../../data/resources/services/logs/scope.ts'
import { formatFilters } from '../../../components/logs/format-filters.ts'
import { parseFilters, toggleValue } from './log-filters.ts'
import { formatEventId, parseEventId, scopeOf } from './logs-scope.ts'
import { LogsSearch } from './logs-search.ts'

const NOW = { now: () => Date.parse('2026-03-01T12:00:00.000Z') }

describe('the filters of a URL', () => {
  it.each([
    'status>=500',
    'method=GET,POST;path~/rest/v1',
    'metadata.parsed.error_severity=ERROR',
    'user<>anonymous;path!~health',
  ])('are read and written unchanged: %s', (text) => {
    expect(formatFilters(parseFilters(text))).toBe(text)
  })

  it('keep values with the signs that separate filters and alternatives', () => {
    const filters = [{ field: 'path', operator: '=' as const, values: ['/a;b', 'c,d', '100%2C'] }]
    expect(parseFilters(formatFilters(filters))).toEqual(filters)
  })

  it('leave out parts that are none', () => {
    expect(parseFilters('status;=5;a b=1;status>=1,2;method=GET')).toEqual([
      { field: 'method', operator: '=', values: ['GET'] },
    ])
  })

  it('have the limits of a request', () => {
    const many = Array.from({ length: 60 }, (_, index) => `f${index}=${index}`).join(';')
    expect(parseFilters(many)).toHaveLength(20)
    expect(parseFilters(`path=${'x'.repeat(501)}`)).toEqual([])
  })

  it('add a value to the alternatives, and remove it when it is chosen again', () => {
    const get = toggleValue([], { field: 'method', value: 'GET' })
    const both = toggleValue(get, { field: 'method', value: 'POST' })
    expect(formatFilters(both)).toBe('method=GET,POST')
    expect(formatFilters(toggleValue(both, { field: 'method', value: 'GET' }))).toBe('method=POST')
    expect(toggleValue(get, { field: 'method', value: 'GET' })).toEqual([])
  })

  it('exclude a value that was included', () => {
    const both = parseFilters('method=GET,POST')
    const excluded = toggleValue(both, { field: 'method', value: 'GET', operator: '<>' })
    expect(formatFilters(excluded)).toBe('method=POST;method<>GET')
  })
})

describe('the selection of a request', () => {
  it('counts the last minutes back from now', () => {
    expect(selectionOf(scopeOf({ range: '15m' }, []), NOW)).toEqual({
      from: '2026-03-01T11:45:00.000Z',
      to: '2026-03-01T12:00:00.000Z',
      filters: [],
    })
  })

  it('reads only the sources that are chosen', () => {
    const scope = scopeOf({ filters: 'source=edge_logs,nonsense;status>=500' }, [])
    expect(selectionOf(scope, NOW)).toMatchObject({
      sources: ['edge_logs'],
      filters: [{ field: 'status', operator: '>=', values: ['500'] }],
    })
  })

  it('stays within the sources of the page', () => {
    const scope = scopeOf({ filters: 'source=edge_logs,function_logs' }, [
      'function_edge_logs',
      'function_logs',
    ])
    expect(selectionOf(scope, NOW).sources).toEqual(['function_logs'])
  })
})

it('keeps the open event in the URL', () => {
  const event = { source: 'edge_logs', id: 'a:b', timestamp: 1_772_366_400_000_000 } as const
  expect(parseEventId(formatEventId(event))).toEqual(event)
  expect(parseEventId('nonsense:1:a')).toBeUndefined()
  expect(parseEventId('edge_logs:x:a')).toBeUndefined()
})

it('ignores unknown values of parameters', () => {
  expect(LogsSearch({ live: 'yes', view: 'json', range: '' })).toEqual({
    live: undefined,
    view: 'json',
  })
})

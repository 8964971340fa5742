import type { DataApiSettings } from '@stoa/contract/platform/projects'
import { describe, expect, it } from 'vitest'
import { dataApiProblems } from './data-api-problems.ts'

const settings: DataApiSettings = {
  enabled: true,
  exposed_schemas: ['public'],
  extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  db_aggregates_enabled: false,
  db_plan_enabled: false,
  db_pre_request: '',
  db_tx_end: 'commit',
  server_timing_enabled: false,
  openapi_mode: 'follow-privileges',
}
const fields = (change: Partial<DataApiSettings>) =>
  Object.keys(dataApiProblems({ ...settings, ...change }))

describe('Data API settings', () => {
  it('as a project begins with them are fine', () => {
    expect(fields({})).toEqual([])
  })

  it.each([0, 1.5, -1, 1_000_001, Number.NaN])('refuse %d rows', (max_rows) => {
    expect(fields({ max_rows })).toEqual(['max_rows'])
  })

  it('expose one schema at least, unless the API is off', () => {
    expect(fields({ exposed_schemas: [] })).toEqual(['exposed_schemas'])
    expect(fields({ exposed_schemas: [], enabled: false })).toEqual([])
  })

  it.each(['check_request', 'private.check_request', 'straße.größe', '_a.b1'])(
    'take %s as a function’s name',
    (db_pre_request) => expect(fields({ db_pre_request })).toEqual([]),
  )

  it.each(['check_request()', 'a.b.c', '.a', 'a.', '1a', 'a b', 'a;b', '"a"'])(
    'refuse %s as a function’s name',
    (db_pre_request) => expect(fields({ db_pre_request })).toEqual(['db_pre_request']),
  )
})

import { describe } from 'vitest'
import {
  found,
  get,
  head,
  nothing,
  post,
  prefer,
  refused,
  scenarios,
} from '../../support/scenarios.ts'

const EXACT = prefer('count=exact')
const rows = (...list: readonly number[]) => list.map((id) => ({ id }))
const range = (text: string) => ({ 'range-unit': 'items', range: text })
const beyond = (offset: number, total: number) =>
  refused(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  })
const NEGATIVE = refused(416, 'PGRST103', 'Requested range not satisfiable', {
  details: 'Limit should be greater than or equal to zero.',
})

describe('limit and offset', () => {
  const ships = '/ships?select=id&order=id'
  scenarios([
    {
      name: 'limit ends the page',
      request: get(`${ships}&limit=2`),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'offset starts the page',
      request: get(`${ships}&offset=1`),
      ...found('1-3/*', rows(2, 3, 4)),
    },
    {
      name: 'limit and offset define a page',
      request: get(`${ships}&limit=2&offset=1`),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'a page can extend past the last row',
      request: get(`${ships}&limit=9&offset=3`),
      ...found('3-3/*', rows(4)),
    },
    {
      name: 'an empty offset is ignored',
      request: get(`${ships}&offset=0&limit=1`),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'a negative offset is ignored',
      request: get(`${ships}&offset=-4`),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'a negative offset reduces the limit',
      request: get(`${ships}&offset=-2&limit=3`),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'a negative offset that exceeds the limit is rejected',
      request: get(`${ships}&offset=-4&limit=1`),
      ...NEGATIVE,
    },
    {
      name: 'a limit of 0 returns no rows',
      request: get(`${ships}&limit=0`),
      ...found('*/*', []),
    },
    {
      name: 'a limit of 0 with an offset is rejected',
      request: get(`${ships}&limit=0&offset=2`),
      ...NEGATIVE,
    },
    { name: 'a negative limit is rejected', request: get(`${ships}&limit=-1`), ...NEGATIVE },
    {
      name: 'the last of several limits and offsets is used',
      request: get(`${ships}&limit=1&offset=3&limit=2&offset=1`),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'the first of several orders is used',
      request: get('/ships?select=id&order=id.desc&order=id.asc'),
      ...found('0-3/*', rows(4, 3, 2, 1)),
    },
    {
      name: 'a limit that is not a number is ignored',
      request: get(`${ships}&limit=x`),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset past the last row returns no rows',
      request: get(`${ships}&offset=9`),
      ...found('*/*', []),
    },
    {
      name: 'HEAD returns the page’s range',
      request: head(`${ships}&limit=2&offset=1`),
      ...found('1-2/*', nothing),
    },
  ])
})

describe('limit and offset of embedded resources', () => {
  scenarios([
    {
      name: 'limit and order apply to a to-many resource',
      request: get(
        '/harbours?select=id,calls(id)&order=id&limit=2&calls.order=id.desc&calls.limit=1',
      ),
      ...found('0-1/*', [
        { id: 1, calls: [{ id: 4 }] },
        { id: 2, calls: [{ id: 2 }] },
      ]),
    },
    {
      name: 'offset applies to a to-many resource',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.order=id&calls.offset=1'),
      ...found('0-0/*', [{ id: 1, calls: [{ id: 3 }, { id: 4 }] }]),
    },
    {
      name: 'limits apply on every level',
      request: get(
        '/companies?select=id,ships!owner_id(id,calls(id))&id=in.(1,3)&order=id&ships.limit=1&ships.calls.order=id&ships.calls.limit=1',
      ),
      ...found('0-1/*', [
        { id: 1, ships: [{ id: 1, calls: [{ id: 1 }] }] },
        { id: 3, ships: [{ id: 4, calls: [{ id: 4 }] }] },
      ]),
    },
    {
      name: 'a limit of 0 empties a to-many resource',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.limit=0'),
      ...found('0-0/*', [{ id: 1, calls: [] }]),
    },
    {
      name: 'a negative limit is rejected by Postgres',
      request: get('/harbours?select=id,calls(id)&calls.limit=-1'),
      ...refused(400, '2201W', 'LIMIT must not be negative'),
    },
    {
      name: 'a negative offset is rejected by Postgres',
      request: get('/harbours?select=id,calls(id)&calls.offset=-1'),
      ...refused(400, '2201X', 'OFFSET must not be negative'),
    },
    {
      name: 'limit can use a resource’s alias',
      request: get('/harbours?select=id,stops:calls(id)&id=eq.1&stops.order=id&stops.limit=1'),
      ...found('0-0/*', [{ id: 1, stops: [{ id: 1 }] }]),
    },
    {
      name: 'a limit on a resource that is not embedded is rejected',
      request: get('/harbours?select=id&calls.limit=1'),
      ...refused(400, 'PGRST108', "'calls' is not an embedded resource in this request", {
        hint: "Verify that 'calls' is included in the 'select' query parameter.",
      }),
    },
    {
      name: 'limits on embedded resources do not change the count',
      request: get('/harbours?select=id,calls(id)&id=lt.3&order=id&calls.limit=0', EXACT),
      ...found('0-1/2', [
        { id: 1, calls: [] },
        { id: 2, calls: [] },
      ]),
    },
  ])
})

describe('the Range header', () => {
  const ships = '/ships?select=id&order=id'
  scenarios([
    {
      name: 'selects the first to the last row',
      request: get(ships, range('1-2')),
      ...found('1-2/*', rows(2, 3)),
    },
    { name: 'can select one row', request: get(ships, range('0-0')), ...found('0-0/*', rows(1)) },
    {
      name: 'can have an open end',
      request: get(ships, range('2-')),
      ...found('2-3/*', rows(3, 4)),
    },
    {
      name: 'can end past the last row',
      request: get(ships, range('3-99')),
      ...found('3-3/*', rows(4)),
    },
    {
      name: 'with numbers past the maximum returns no rows',
      request: get(ships, range('99999999999999999999-')),
      ...found('*/*', []),
    },
    {
      name: 'with an end past the maximum is open-ended',
      request: get(ships, range('2-99999999999999999999')),
      ...found('2-3/*', rows(3, 4)),
    },
    {
      name: 'with a unit is ignored',
      request: get(ships, { range: 'items=0-1' }),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'is intersected with limit',
      request: get(`${ships}&limit=3`, range('0-1')),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'is reduced by a shorter limit',
      request: get(`${ships}&limit=1`, range('0-2')),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'is rejected if it ends before it starts',
      request: get(ships, range('1-0')),
      ...refused(416, 'PGRST103', 'Requested range not satisfiable', {
        details:
          'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      }),
    },
    {
      name: 'is rejected if it has no rows in common with limit',
      request: get(`${ships}&limit=2`, range('5-9')),
      ...NEGATIVE,
    },
    {
      name: 'on an empty table returns no rows',
      request: get('/nothing', range('0-1')),
      ...found('*/*', []),
    },
    {
      name: 'is ignored for HEAD',
      request: head(ships, range('1-2')),
      ...found('0-3/*', nothing),
    },
    {
      name: 'is ignored for POST on a function',
      request: post('/rpc/ships_over?select=id', { at_least: 1 }, { ...EXACT, ...range('1-1') }),
      ...found('0-3/4', rows(1, 2, 3, 4)),
    },
    {
      name: 'is ignored for POST on a function with limit and offset',
      request: post(
        '/rpc/ships_over?select=id&limit=2&offset=1',
        { at_least: 1 },
        { ...EXACT, ...range('0-0') },
      ),
      ...found('1-2/4', rows(2, 3), { status: 206 }),
    },
  ])
})

describe('counts', () => {
  const applied = { 'preference-applied': 'count=exact' }
  scenarios([
    {
      name: 'exact counts all rows',
      request: get('/ships?select=id&order=id', EXACT),
      ...found('0-3/4', rows(1, 2, 3, 4), { headers: applied }),
    },
    {
      name: 'a partial result has status 206',
      request: get('/ships?select=id&order=id&limit=2', EXACT),
      ...found('0-1/4', rows(1, 2), { status: 206, headers: applied }),
    },
    {
      name: 'a filter affects the count',
      request: get('/ships?select=id&tonnage=eq.800&limit=1&order=id', EXACT),
      ...found('0-0/2', rows(2), { status: 206 }),
    },
    { name: 'no rows are counted as 0', request: get('/nothing', EXACT), ...found('*/0', []) },
    {
      name: 'count works with a limit of 0',
      request: get('/ships?limit=0', EXACT),
      ...found('*/4', [], { status: 206 }),
    },
    { name: 'HEAD counts the rows', request: head('/ships', EXACT), ...found('0-3/4', nothing) },
    {
      name: 'HEAD counts the rows of a partial result',
      request: head('/ships?limit=1&offset=2', EXACT),
      ...found('2-2/4', nothing, { status: 206 }),
    },
    {
      name: 'Range works with count for a partial result',
      request: get('/ships?select=id&order=id', { ...EXACT, ...range('1-2') }),
      ...found('1-2/4', rows(2, 3), { status: 206 }),
    },
    {
      name: 'Range works with count for the complete result',
      request: get('/ships?select=id&order=id', { ...EXACT, ...range('0-9') }),
      ...found('0-3/4', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset exactly at the end returns no rows',
      request: get('/ships?offset=4', EXACT),
      ...found('*/4', [], { status: 206 }),
    },
    {
      name: 'an offset past the end is rejected',
      request: get('/ships?offset=9', EXACT),
      ...beyond(9, 4),
    },
    {
      name: 'an offset in an empty result is rejected',
      request: get('/nothing?offset=1', EXACT),
      ...beyond(1, 0),
    },
    {
      name: 'a Range past the end is rejected',
      request: get('/ships', { ...EXACT, ...range('50-60') }),
      ...beyond(50, 4),
    },
    {
      name: 'an inner join affects the count',
      request: get('/ships?select=id,calls!inner()&order=id', EXACT),
      ...found('0-2/3', rows(1, 2, 4)),
    },
    {
      name: 'a filter for a missing resource affects the count',
      request: get('/ships?select=id,calls()&calls=is.null', EXACT),
      ...found('0-0/1', rows(3)),
    },
    {
      name: 'a filter in a plain embed does not affect the count',
      request: get('/harbours?select=id,ships(id)&ships.id=eq.1&order=id&limit=1', EXACT),
      ...found('0-0/4', [{ id: 1, ships: [{ id: 1 }] }], { status: 206 }),
    },
    {
      name: 'planned returns the planner’s estimate',
      request: get('/ships?select=id&order=id', prefer('count=planned')),
      ...found('0-3/4', rows(1, 2, 3, 4), { headers: { 'preference-applied': 'count=planned' } }),
    },
    {
      name: 'planned ignores limits',
      request: head('/ships?limit=2&offset=1', prefer('count=planned')),
      ...found('1-2/4', nothing, { status: 206 }),
    },
    {
      name: 'estimated counts few rows exactly',
      request: get('/ships?select=id&id=lt.3&order=id', prefer('count=estimated')),
      ...found('0-1/2', rows(1, 2), { headers: { 'preference-applied': 'count=estimated' } }),
    },
    {
      name: 'count=none is ignored',
      request: get('/ships?select=id&id=eq.1', prefer('count=none')),
      ...found('0-0/*', rows(1), { headers: { 'preference-applied': null } }),
    },
    {
      name: 'a function’s rows are counted',
      request: get('/rpc/ships_over?at_least=1&select=id&limit=1', EXACT),
      ...found('0-0/4', rows(1), { status: 206 }),
    },
    {
      name: 'a function’s rows are counted with filters',
      request: head('/rpc/ships_over?at_least=1&tonnage=eq.800', EXACT),
      ...found('0-1/2', nothing),
    },
    {
      name: 'a function’s single value counts as one',
      request: get('/rpc/add?a=1&b=2', EXACT),
      ...found('0-0/1', 3),
    },
    {
      name: 'a function’s single row counts as one',
      request: get('/rpc/one_ship?which=3&select=id', EXACT),
      ...found('0-0/1', { id: 3 }),
    },
    {
      name: 'a function’s rows are not estimated',
      request: get('/rpc/ships_over?at_least=1&select=id', prefer('count=planned')),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset past a function’s rows is rejected',
      request: get('/rpc/ships_over?at_least=1&offset=7', EXACT),
      ...beyond(7, 4),
    },
    {
      name: 'a Range past a function’s rows is rejected',
      request: get('/rpc/ships_over?at_least=99999', { ...EXACT, ...range('1-2') }),
      ...beyond(1, 0),
    },
    {
      name: 'Content-Location contains the path with sorted parameters',
      request: get('/ships?select=id&order=id&limit=1&id=gt.1'),
      ...found('0-0/*', rows(2), {
        headers: { 'content-location': '/ships?id=gt.1&limit=1&order=id&select=id' },
      }),
    },
    {
      name: 'Content-Location groups repeated parameters',
      request: get('/ships?select=id&tonnage=gt.1&tonnage=lt.9&id=eq.1'),
      ...found('*/*', [], {
        headers: { 'content-location': '/ships?id=eq.1&select=id&tonnage=gt.1,lt.9' },
      }),
    },
    {
      name: 'Content-Location encodes reserved characters',
      request: get('/ships?select=*&and=(id.eq.99)'),
      ...found('*/*', [], {
        headers: { 'content-location': '/ships?and=%28id.eq.99%29&select=%2A' },
      }),
    },
  ])
})

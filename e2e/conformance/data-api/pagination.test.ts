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
      name: 'offset begins it',
      request: get(`${ships}&offset=1`),
      ...found('1-3/*', rows(2, 3, 4)),
    },
    {
      name: 'both make a page',
      request: get(`${ships}&limit=2&offset=1`),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'a page may reach past the last row',
      request: get(`${ships}&limit=9&offset=3`),
      ...found('3-3/*', rows(4)),
    },
    {
      name: 'an offset of nothing is none',
      request: get(`${ships}&offset=0&limit=1`),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'a negative offset is none',
      request: get(`${ships}&offset=-4`),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'a negative offset takes its rows off the limit',
      request: get(`${ships}&offset=-2&limit=3`),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'a negative offset of more rows than the limit is refused',
      request: get(`${ships}&offset=-4&limit=1`),
      ...NEGATIVE,
    },
    {
      name: 'a limit of nothing answers nothing',
      request: get(`${ships}&limit=0`),
      ...found('*/*', []),
    },
    {
      name: 'a limit of nothing behind an offset is refused',
      request: get(`${ships}&limit=0&offset=2`),
      ...NEGATIVE,
    },
    { name: 'a negative limit is refused', request: get(`${ships}&limit=-1`), ...NEGATIVE },
    {
      name: 'the last of several limits counts, and the last offset',
      request: get(`${ships}&limit=1&offset=3&limit=2&offset=1`),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'the first of several orders counts',
      request: get('/ships?select=id&order=id.desc&order=id.asc'),
      ...found('0-3/*', rows(4, 3, 2, 1)),
    },
    {
      name: 'a limit that is no number is none',
      request: get(`${ships}&limit=x`),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset past the last row answers nothing',
      request: get(`${ships}&offset=9`),
      ...found('*/*', []),
    },
    {
      name: 'HEAD tells the page',
      request: head(`${ships}&limit=2&offset=1`),
      ...found('1-2/*', nothing),
    },
  ])
})

describe('limit and offset of embedded resources', () => {
  scenarios([
    {
      name: 'limit and order of a resource to many',
      request: get(
        '/harbours?select=id,calls(id)&order=id&limit=2&calls.order=id.desc&calls.limit=1',
      ),
      ...found('0-1/*', [
        { id: 1, calls: [{ id: 4 }] },
        { id: 2, calls: [{ id: 2 }] },
      ]),
    },
    {
      name: 'offset of a resource to many',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.order=id&calls.offset=1'),
      ...found('0-0/*', [{ id: 1, calls: [{ id: 3 }, { id: 4 }] }]),
    },
    {
      name: 'limits on every level',
      request: get(
        '/companies?select=id,ships!owner_id(id,calls(id))&id=in.(1,3)&order=id&ships.limit=1&ships.calls.order=id&ships.calls.limit=1',
      ),
      ...found('0-1/*', [
        { id: 1, ships: [{ id: 1, calls: [{ id: 1 }] }] },
        { id: 3, ships: [{ id: 4, calls: [{ id: 4 }] }] },
      ]),
    },
    {
      name: 'a limit of nothing empties a resource to many',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.limit=0'),
      ...found('0-0/*', [{ id: 1, calls: [] }]),
    },
    {
      name: 'a negative limit is Postgres’s to refuse',
      request: get('/harbours?select=id,calls(id)&calls.limit=-1'),
      ...refused(400, '2201W', 'LIMIT must not be negative'),
    },
    {
      name: 'a negative offset too',
      request: get('/harbours?select=id,calls(id)&calls.offset=-1'),
      ...refused(400, '2201X', 'OFFSET must not be negative'),
    },
    {
      name: 'an alias names the resource to limit',
      request: get('/harbours?select=id,stops:calls(id)&id=eq.1&stops.order=id&stops.limit=1'),
      ...found('0-0/*', [{ id: 1, stops: [{ id: 1 }] }]),
    },
    {
      name: 'a limit on what is not embedded is refused',
      request: get('/harbours?select=id&calls.limit=1'),
      ...refused(400, 'PGRST108', "'calls' is not an embedded resource in this request", {
        hint: "Verify that 'calls' is included in the 'select' query parameter.",
      }),
    },
    {
      name: 'limits inside do not change the count',
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
      name: 'names the first and the last row',
      request: get(ships, range('1-2')),
      ...found('1-2/*', rows(2, 3)),
    },
    { name: 'of one row', request: get(ships, range('0-0')), ...found('0-0/*', rows(1)) },
    { name: 'open at its end', request: get(ships, range('2-')), ...found('2-3/*', rows(3, 4)) },
    {
      name: 'past the last row is cut',
      request: get(ships, range('3-99')),
      ...found('3-3/*', rows(4)),
    },
    {
      name: 'past all numbers answers nothing',
      request: get(ships, range('99999999999999999999-')),
      ...found('*/*', []),
    },
    {
      name: 'up to past all numbers is open',
      request: get(ships, range('2-99999999999999999999')),
      ...found('2-3/*', rows(3, 4)),
    },
    {
      name: 'with a unit in front is none',
      request: get(ships, { range: 'items=0-1' }),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'with a limit answers what both allow',
      request: get(`${ships}&limit=3`, range('0-1')),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'with a shorter limit answers the shorter',
      request: get(`${ships}&limit=1`, range('0-2')),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'that ends before it begins is refused',
      request: get(ships, range('1-0')),
      ...refused(416, 'PGRST103', 'Requested range not satisfiable', {
        details:
          'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      }),
    },
    {
      name: 'and a limit without a row in common are refused',
      request: get(`${ships}&limit=2`, range('5-9')),
      ...NEGATIVE,
    },
    {
      name: 'of no rows answers nothing',
      request: get('/nothing', range('0-1')),
      ...found('*/*', []),
    },
    {
      name: 'means nothing to HEAD',
      request: head(ships, range('1-2')),
      ...found('0-3/*', nothing),
    },
    {
      name: 'means nothing to POST on a function',
      request: post('/rpc/ships_over?select=id', { at_least: 1 }, { ...EXACT, ...range('1-1') }),
      ...found('0-3/4', rows(1, 2, 3, 4)),
    },
    {
      name: 'with limit and offset of a function called with POST is left alone',
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
      name: 'a part of them is 206',
      request: get('/ships?select=id&order=id&limit=2', EXACT),
      ...found('0-1/4', rows(1, 2), { status: 206, headers: applied }),
    },
    {
      name: 'a filtered count is of what the filter leaves',
      request: get('/ships?select=id&tonnage=eq.800&limit=1&order=id', EXACT),
      ...found('0-0/2', rows(2), { status: 206 }),
    },
    { name: 'of no rows', request: get('/nothing', EXACT), ...found('*/0', []) },
    {
      name: 'with a limit of nothing',
      request: get('/ships?limit=0', EXACT),
      ...found('*/4', [], { status: 206 }),
    },
    { name: 'HEAD counts', request: head('/ships', EXACT), ...found('0-3/4', nothing) },
    {
      name: 'HEAD counts a part',
      request: head('/ships?limit=1&offset=2', EXACT),
      ...found('2-2/4', nothing, { status: 206 }),
    },
    {
      name: 'a Range of a part',
      request: get('/ships?select=id&order=id', { ...EXACT, ...range('1-2') }),
      ...found('1-2/4', rows(2, 3), { status: 206 }),
    },
    {
      name: 'a Range of all',
      request: get('/ships?select=id&order=id', { ...EXACT, ...range('0-9') }),
      ...found('0-3/4', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset at the very end answers nothing of them',
      request: get('/ships?offset=4', EXACT),
      ...found('*/4', [], { status: 206 }),
    },
    {
      name: 'an offset past the end is refused',
      request: get('/ships?offset=9', EXACT),
      ...beyond(9, 4),
    },
    {
      name: 'an offset into no rows is refused',
      request: get('/nothing?offset=1', EXACT),
      ...beyond(1, 0),
    },
    {
      name: 'a Range past the end is refused',
      request: get('/ships', { ...EXACT, ...range('50-60') }),
      ...beyond(50, 4),
    },
    {
      name: 'an inner join counts what it leaves',
      request: get('/ships?select=id,calls!inner()&order=id', EXACT),
      ...found('0-2/3', rows(1, 2, 4)),
    },
    {
      name: 'an absent resource counts what it leaves',
      request: get('/ships?select=id,calls()&calls=is.null', EXACT),
      ...found('0-0/1', rows(3)),
    },
    {
      name: 'a filter inside a plain embed leaves the count alone',
      request: get('/harbours?select=id,ships(id)&ships.id=eq.1&order=id&limit=1', EXACT),
      ...found('0-0/4', [{ id: 1, ships: [{ id: 1 }] }], { status: 206 }),
    },
    {
      name: 'planned is the planner’s guess',
      request: get('/ships?select=id&order=id', prefer('count=planned')),
      ...found('0-3/4', rows(1, 2, 3, 4), { headers: { 'preference-applied': 'count=planned' } }),
    },
    {
      name: 'planned leaves limits aside',
      request: head('/ships?limit=2&offset=1', prefer('count=planned')),
      ...found('1-2/4', nothing, { status: 206 }),
    },
    {
      name: 'estimated counts few rows exactly',
      request: get('/ships?select=id&id=lt.3&order=id', prefer('count=estimated')),
      ...found('0-1/2', rows(1, 2), { headers: { 'preference-applied': 'count=estimated' } }),
    },
    {
      name: 'none is no preference',
      request: get('/ships?select=id&id=eq.1', prefer('count=none')),
      ...found('0-0/*', rows(1), { headers: { 'preference-applied': null } }),
    },
    {
      name: 'a function’s rows are counted',
      request: get('/rpc/ships_over?at_least=1&select=id&limit=1', EXACT),
      ...found('0-0/4', rows(1), { status: 206 }),
    },
    {
      name: 'a function’s rows are counted behind filters',
      request: head('/rpc/ships_over?at_least=1&tonnage=eq.800', EXACT),
      ...found('0-1/2', nothing),
    },
    {
      name: 'a function’s one value counts one',
      request: get('/rpc/add?a=1&b=2', EXACT),
      ...found('0-0/1', 3),
    },
    {
      name: 'a function’s one row counts one',
      request: get('/rpc/one_ship?which=3&select=id', EXACT),
      ...found('0-0/1', { id: 3 }),
    },
    {
      name: 'a function’s rows are not guessed',
      request: get('/rpc/ships_over?at_least=1&select=id', prefer('count=planned')),
      ...found('0-3/*', rows(1, 2, 3, 4)),
    },
    {
      name: 'an offset past a function’s rows is refused',
      request: get('/rpc/ships_over?at_least=1&offset=7', EXACT),
      ...beyond(7, 4),
    },
    {
      name: 'a Range past a function’s rows is refused',
      request: get('/rpc/ships_over?at_least=99999', { ...EXACT, ...range('1-2') }),
      ...beyond(1, 0),
    },
    {
      name: 'Content-Location is the address with its parameters in order',
      request: get('/ships?select=id&order=id&limit=1&id=gt.1'),
      ...found('0-0/*', rows(2), {
        headers: { 'content-location': '/ships?id=gt.1&limit=1&order=id&select=id' },
      }),
    },
    {
      name: 'Content-Location joins parameters of one name',
      request: get('/ships?select=id&tonnage=gt.1&tonnage=lt.9&id=eq.1'),
      ...found('*/*', [], {
        headers: { 'content-location': '/ships?id=eq.1&select=id&tonnage=gt.1,lt.9' },
      }),
    },
    {
      name: 'Content-Location encodes what is reserved',
      request: get('/ships?select=*&and=(id.eq.99)'),
      ...found('*/*', [], {
        headers: { 'content-location': '/ships?and=%28id.eq.99%29&select=%2A' },
      }),
    },
  ])
})

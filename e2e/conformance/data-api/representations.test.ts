import { describe, expect } from 'vitest'
import {
  accept,
  done,
  found,
  FULL,
  get,
  head,
  JSON_TYPE,
  nothing,
  patch,
  post,
  prefer,
  raw,
  refused,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const OBJECT = 'application/vnd.pgrst.object+json'
const STRIPPED = 'application/vnd.pgrst.array+json;nulls=stripped'
const ONE_STRIPPED = 'application/vnd.pgrst.object+json;nulls=stripped'
const as = (type: string, body: unknown, range = '0-0/*') => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'content-range': range },
  body,
})
const unavailable = (types: string) =>
  refused(406, 'PGRST107', `None of these media types are available: ${types}`)
const rows = (count: number) =>
  refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${count} rows`,
  })

describe('the Accept header:', () => {
  const cargo = [{ id: 1, name: 'grain' }]
  scenarios([
    {
      name: 'any type returns JSON',
      request: get('/cargoes?id=eq.1', accept('*/*')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'JSON returns JSON',
      request: get('/cargoes?id=eq.1', accept('application/json')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the media type ignores case',
      request: get('/cargoes?id=eq.1', accept('Application/JSON')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'a charset is ignored',
      request: get('/cargoes?id=eq.1', accept('application/json; charset=utf-8')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'a browser’s list falls back to any type',
      request: get(
        '/cargoes?id=eq.1',
        accept('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
      ),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the first available type is used',
      request: get('/cargoes?id=eq.1', accept('image/png, text/csv, application/json')),
      ...as('text/csv', raw('id,name\n1,grain')),
    },
    {
      name: 'the most specific type is used',
      request: get('/cargoes?select=id&id=eq.1', accept('*/*, text/csv')),
      ...as('text/csv', raw('id\n1')),
    },
    {
      name: 'the type with the highest weight is used',
      request: get('/cargoes?id=eq.1', accept('text/csv;q=0.3, application/json;q=0.7')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'an unknown type is rejected',
      request: get('/cargoes', accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
    {
      name: 'several unknown types are all listed',
      request: get('/cargoes', accept('a/b, c/d')),
      ...unavailable('a/b, c/d'),
    },
    {
      name: 'GeoJSON without PostGIS is an error',
      request: get('/cargoes', accept('application/geo+json')),
      ...refused(404, '42883', 'function st_asgeojson(record) does not exist', {
        hint: 'No function matches the given name and argument types. You might need to add explicit type casts.',
      }),
    },
    {
      name: 'plain text of rows is rejected',
      request: get('/cargoes', accept('text/plain')),
      ...unavailable('text/plain'),
    },
    {
      name: 'bytes of rows are rejected',
      request: get('/cargoes', accept('application/octet-stream')),
      ...unavailable('application/octet-stream'),
    },
    {
      name: 'plain text of a function’s rows is rejected',
      request: get('/rpc/ship_pairs', accept('text/plain')),
      ...unavailable('text/plain'),
    },
    {
      name: 'XML of text is rejected',
      request: get('/rpc/greet', accept('text/xml')),
      ...unavailable('text/xml'),
    },
    {
      name: 'JSON is used if plain text is unavailable',
      request: get('/cargoes?id=eq.1', accept('text/plain, application/json')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the OpenAPI type is rejected for a table',
      request: get('/cargoes', accept('application/openapi+json')),
      ...unavailable('application/openapi+json'),
    },
    {
      name: 'an invalid type is rejected and quoted unchanged',
      request: get('/cargoes', accept('undefined')),
      ...unavailable('undefined'),
    },
    {
      name: 'a response has a content length',
      request: get('/cargoes?id=eq.1', accept('application/json')),
      ...found('0-0/*', cargo, { headers: { 'content-length': '25' } }),
    },
    {
      name: 'an unknown type is rejected for a write',
      request: post('/crates', { id: 50 }, accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
    {
      name: 'an unknown type is rejected for a function',
      request: get('/rpc/add?a=1&b=2', accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
  ])
})

describe('CSV', () => {
  const csv = accept('text/csv')
  scenarios([
    {
      name: 'has a header line',
      request: get('/cargoes?order=id', csv),
      ...as('text/csv', raw('id,name\n1,grain\n2,timber\n3,steel'), '0-2/*'),
    },
    {
      name: 'uses aliases as column names',
      request: get('/cargoes?select=load:name&id=eq.1', csv),
      ...as('text/csv', raw('load\ngrain')),
    },
    {
      name: 'quotes commas, quotes, and spaces',
      request: get('/ships?select=id,remark&id=in.(2,3)&order=id', csv),
      ...as('text/csv', raw('id,remark\n2,"painted, twice"\n3,"say ""ahoy"""'), '0-1/*'),
    },
    {
      name: 'leaves null empty',
      request: get('/harbours?select=id,berths,depth&id=gt.2&order=id', csv),
      ...as('text/csv', raw('id,berths,depth\n3,,7.5\n4,2,'), '0-1/*'),
    },
    {
      name: 'of no rows is an empty line',
      request: get('/nothing', csv),
      ...as('text/csv', raw('\n'), '*/*'),
    },
    {
      name: 'has t and f for booleans',
      request: get('/ships?select=active&id=lt.3&order=id', csv),
      ...as('text/csv', raw('active\nt\nf'), '0-1/*'),
    },
    {
      name: 'lists spread columns that are filtered or sorted first',
      request: get(
        '/ships?select=id,...harbours(home:name),...certificates(issuer),...calls(fee)&id=eq.1&calls.fee=gt.60&certificates.order=issuer',
        csv,
      ),
      ...as('text/csv', raw('id,issuer,fee,home\n1,DNV,[100.00],Bergen')),
    },
    {
      name: 'contains embedded resources as JSON',
      request: get('/ships?select=id,harbours(name)&id=eq.1', csv),
      ...as('text/csv', raw('id,harbours\n1,"{""name"": ""Bergen""}"')),
    },
    {
      name: 'works for a function’s rows',
      request: post('/rpc/ship_pairs?limit=1', {}, csv),
      ...as('text/csv', raw('ship,tonnes\nAlbatross,5000')),
    },
    {
      name: 'works with HEAD',
      request: head('/cargoes', csv),
      ...as('text/csv', nothing, '0-2/*'),
    },
  ])
})

describe('a single object', () => {
  scenarios([
    {
      name: 'is returned for one row',
      request: get('/cargoes?id=eq.1', accept(OBJECT)),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'is returned without +json too',
      request: get('/cargoes?id=eq.1', accept('application/vnd.pgrst.object')),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'can contain related rows',
      request: get('/ships?id=eq.1&select=id,calls(id)&calls.order=id', accept(OBJECT)),
      ...as(OBJECT, { id: 1, calls: [{ id: 1 }, { id: 2 }] }),
    },
    { name: 'is an error for several rows', request: get('/cargoes', accept(OBJECT)), ...rows(3) },
    {
      name: 'is an error for no rows',
      request: get('/cargoes?id=eq.9', accept(OBJECT)),
      ...rows(0),
    },
    {
      name: 'is returned if a limit leaves one row',
      request: get('/cargoes?order=id&limit=1', accept(OBJECT)),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'can be the first of several accepted types',
      request: get('/cargoes', accept(`${OBJECT}, */*`)),
      ...rows(3),
    },
    {
      name: 'is returned for an insert',
      request: post('/crates?select=id', { id: 51 }, { ...prefer(FULL), ...accept(OBJECT) }),
      ...returned(201, { id: 51 }, { 'content-type': `${OBJECT}; charset=utf-8` }),
    },
    {
      name: 'is an error for an insert of several rows',
      request: post('/crates', [{ id: 51 }, { id: 52 }], { ...prefer(FULL), ...accept(OBJECT) }),
      ...rows(2),
    },
    {
      name: 'is an error for an insert of several rows without returning them',
      request: post('/crates', [{ id: 51 }, { id: 52 }], accept(OBJECT)),
      ...rows(2),
    },
    {
      name: 'is accepted for an insert without returning rows',
      request: post('/crates', { id: 51 }, accept(OBJECT)),
      ...done(201, '*/*'),
    },
    {
      name: 'is an error for an insert of no rows',
      request: post('/crates', [], { ...prefer(FULL), ...accept(OBJECT) }),
      ...rows(0),
    },
    {
      name: 'is returned for a function’s value',
      request: get('/rpc/add?a=1&b=1', accept(OBJECT)),
      ...as(OBJECT, 2),
    },
    {
      name: 'is returned for a function’s row',
      request: get('/rpc/one_ship?which=1&select=id', accept(OBJECT)),
      ...as(OBJECT, { id: 1 }),
    },
    {
      name: 'is accepted for a function that returns nothing',
      request: post('/rpc/do_nothing', {}, accept(OBJECT)),
      status: 204,
      headers: { 'content-type': null },
      body: nothing,
    },
    {
      name: 'works with HEAD',
      request: head('/cargoes?id=eq.1', accept(OBJECT)),
      ...as(OBJECT, nothing),
    },
  ])
})

describe('nulls are omitted', () => {
  scenarios([
    {
      name: 'from a list',
      request: get('/harbours?select=id,berths,depth&id=gt.2&order=id', accept(STRIPPED)),
      ...as(
        STRIPPED,
        [
          { id: 3, depth: 7.5 },
          { id: 4, berths: 2 },
        ],
        '0-1/*',
      ),
    },
    {
      name: 'from a single object',
      request: get('/harbours?select=id,berths&id=eq.3', accept(ONE_STRIPPED)),
      ...as(ONE_STRIPPED, { id: 3 }),
    },
    {
      name: 'from related rows',
      request: get('/ships?select=id,price,harbours(depth,name)&id=eq.3', accept(STRIPPED)),
      ...as(STRIPPED, [{ id: 3, harbours: { depth: 8, name: 'Lorient' } }]),
    },
    {
      name: 'from the result of a write',
      request: patch(
        '/codes?code=eq.A',
        { meaning: null },
        { ...prefer(FULL), ...accept(STRIPPED) },
      ),
      ...returned(200, [{ code: 'A', uses: 5 }], {
        'content-type': `${STRIPPED}; charset=utf-8`,
        'content-range': '0-0/*',
      }),
    },
    {
      name: 'from a function’s row',
      request: get('/rpc/one_ship?which=3&select=id,price', accept(ONE_STRIPPED)),
      ...as(ONE_STRIPPED, { id: 3 }),
    },
    {
      name: 'but several rows as a single object are rejected',
      request: get('/harbours', accept(ONE_STRIPPED)),
      ...rows(4),
    },
    {
      name: 'but no row as a single object is rejected',
      request: get('/harbours?id=eq.9', accept(ONE_STRIPPED)),
      ...rows(0),
    },
    {
      name: 'but not by default',
      request: get(
        '/harbours?select=id,berths&id=eq.3',
        accept('application/vnd.pgrst.array+json'),
      ),
      ...found('0-0/*', [{ id: 3, berths: null }]),
    },
    {
      name: 'but empty lists are kept',
      request: get('/harbours?select=id,ships(id)&id=eq.4', accept(STRIPPED)),
      ...as(STRIPPED, [{ id: 4, ships: [] }]),
    },
  ])
})

describe('custom media types:', () => {
  scenarios([
    {
      name: 'text from a function',
      request: get('/rpc/page', accept('text/html')),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: raw('<b>port</b>'),
    },
    {
      name: 'bytes from a function',
      request: get('/rpc/drawing', accept('image/svg')),
      status: 200,
      headers: { 'content-type': 'image/svg' },
      body: raw('<svg/>'),
    },
    {
      name: 'a function’s type selected by its position in the list',
      request: get('/rpc/drawing', accept('text/html,image/svg,*/*;q=0.1')),
      status: 200,
      headers: { 'content-type': 'image/svg' },
      body: raw('<svg/>'),
    },
    {
      name: 'XML from a function, without a leading empty line',
      request: get('/rpc/sheet', accept('text/xml')),
      status: 200,
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: raw('<port/>'),
    },
    {
      name: 'JSON with a custom name keeps its name',
      request: get('/rpc/crew', accept('application/vnd.crew+json')),
      status: 200,
      headers: { 'content-type': 'application/vnd.crew+json' },
      body: ['mate'],
    },
    {
      name: 'several values are rejected',
      request: get('/rpc/pages', accept('text/html')),
      ...unavailable('text/html'),
    },
    {
      name: 'an aggregate of a function’s single value',
      request: get('/rpc/add?a=1&b=2', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('3\n'),
    },
    {
      name: 'an aggregate of rows with related rows',
      request: get('/ships?select=id,harbours(name)&id=eq.1', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('(1,"{""name"": ""Bergen""}")\n'),
    },
    {
      name: 'some omitted columns are rejected',
      request: get('/cargoes', accept('application/*')),
      ...unavailable('application/*'),
    },
    {
      name: 'the type of another function is rejected',
      request: get('/rpc/page', accept('image/svg')),
      ...unavailable('image/svg'),
    },
    {
      name: 'the type of an overloaded function is rejected',
      request: get('/rpc/page?n=1', accept('text/html')),
      ...unavailable('text/html'),
    },
    {
      name: 'a function that returns any type',
      request: get('/rpc/whatever', accept('text/strange')),
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: raw('anything'),
    },
    {
      name: 'a function that returns any type, without a specific request',
      request: get('/rpc/whatever', accept('*/*')),
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: raw('anything'),
    },
    {
      name: 'a function that sets its own type',
      request: post('/rpc/own_type', {}, accept('*/*')),
      status: 200,
      headers: { 'content-type': 'app/own' },
      body: raw('own'),
    },
    {
      name: 'an aggregate of a table’s rows',
      request: get('/cargoes?order=id', accept('text/vnd.list')),
      status: 200,
      headers: { 'content-type': 'text/vnd.list', 'content-range': '0-2/*' },
      body: raw('grain;timber;steel;'),
    },
    {
      name: 'an aggregate of a table’s filtered rows',
      request: get('/cargoes?id=eq.2', accept('text/vnd.list')),
      status: 200,
      headers: { 'content-type': 'text/vnd.list' },
      body: raw('timber;'),
    },
    {
      name: 'an aggregate of some columns is rejected',
      request: get('/cargoes?select=id', accept('text/vnd.list')),
      ...unavailable('text/vnd.list'),
    },
    {
      name: 'an aggregate of another table is rejected',
      request: get('/codes', accept('text/vnd.list')),
      ...unavailable('text/vnd.list'),
    },
    {
      name: 'an aggregate of any rows',
      request: get('/cargoes?order=id&limit=2', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('(1,grain)\n(2,timber)\n'),
    },
    {
      name: 'an aggregate of any rows accepts some columns',
      request: get('/cargoes?select=name,id&id=eq.3', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('(steel,3)\n'),
    },
    {
      name: 'an aggregate of the rows that a write returns',
      request: post(
        '/cargoes',
        { id: 9, name: 'wool' },
        { ...prefer(FULL), ...accept('text/vnd.list') },
      ),
      ...returned(201, raw('wool;'), { 'content-type': 'text/vnd.list' }),
    },
    {
      name: 'an aggregate of a write that returns no rows',
      request: post('/cargoes', { id: 9, name: 'wool' }, accept('text/vnd.list')),
      ...done(201, '*/*'),
    },
    {
      name: 'HEAD is supported',
      request: head('/rpc/page', accept('text/html')),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: nothing,
    },
  ])
})

describe('execution plans are returned', () => {
  const PLAN = 'application/vnd.pgrst.plan'
  const planned = (parameters: string) => ({
    status: 200,
    headers: { 'content-type': `${PLAN}${parameters}; charset=utf-8` },
  })
  scenarios([
    {
      name: 'as text',
      request: get('/cargoes', accept(PLAN)),
      ...planned('+text; for="application/json"'),
      body: raw(expect.stringContaining('cost=')),
    },
    {
      name: 'as text if requested by name',
      request: get('/cargoes', accept(`${PLAN}+text`)),
      ...planned('+text; for="application/json"'),
      body: raw(expect.stringContaining('rows=')),
    },
    {
      name: 'as JSON',
      request: get('/cargoes', accept(`${PLAN}+json`)),
      ...planned('+json; for="application/json"'),
      body: [
        expect.objectContaining({
          Plan: expect.objectContaining({ 'Plan Rows': expect.any(Number) }),
        }),
      ],
    },
    {
      name: 'with options',
      request: get('/cargoes', accept(`${PLAN}+json; options=verbose|buffers`)),
      ...planned('+json; for="application/json"; options=verbose|buffers'),
      body: [
        expect.objectContaining({ Plan: expect.objectContaining({ Output: expect.any(Array) }) }),
      ],
    },
    {
      name: 'with options in any order',
      request: get('/cargoes', accept(`${PLAN}+json; options=wal|analyze`)),
      ...planned('+json; for="application/json"; options=analyze|wal'),
      body: [expect.objectContaining({ Plan: expect.objectContaining({ 'WAL Records': 0 }) })],
    },
    {
      name: 'for a single object by its short name, without applied preferences',
      request: get('/cargoes?id=eq.1', {
        ...accept(`${PLAN}; for="application/vnd.pgrst.object"`),
        ...prefer('count=exact'),
      }),
      status: 200,
      headers: {
        'content-type': `${PLAN}+text; for="application/vnd.pgrst.object+json"; charset=utf-8`,
        'preference-applied': null,
        'content-range': null,
      },
      body: raw(expect.stringMatching(/\n$/)),
    },
    {
      name: 'with actual execution',
      request: get('/cargoes', accept(`${PLAN}+json; options=analyze`)),
      ...planned('+json; for="application/json"; options=analyze'),
      body: [expect.objectContaining({ 'Execution Time': expect.any(Number) })],
    },
    {
      name: 'for a single object',
      request: get('/cargoes?id=eq.1', accept(`${PLAN}; for="${OBJECT}"`)),
      ...planned(`+text; for="${OBJECT}"`),
      body: raw(expect.stringContaining('Aggregate')),
    },
    {
      name: 'for CSV',
      request: get('/cargoes', accept(`${PLAN}; for="text/csv"`)),
      ...planned('+text; for="text/csv"'),
      body: raw(expect.stringContaining('cost=')),
    },
    {
      name: 'for an insert',
      request: post('/crates', { id: 60 }, accept(`${PLAN}+json`)),
      ...planned('+json; for="application/json"'),
      body: [expect.objectContaining({ Plan: expect.any(Object) })],
    },
    {
      name: 'for an update',
      request: patch('/codes?code=eq.A', { uses: 1 }, accept(`${PLAN}+json`)),
      ...planned('+json; for="application/json"'),
      body: [expect.objectContaining({ Plan: expect.any(Object) })],
    },
    {
      name: 'for a function',
      request: get('/rpc/count_to?n=3', accept(PLAN)),
      ...planned('+text; for="application/json"'),
      body: raw(expect.stringContaining('cost=')),
    },
    {
      name: 'but not for an unavailable type',
      request: get('/cargoes', accept(`${PLAN}; for="image/unheard"`)),
      status: 406,
      headers: { 'content-type': JSON_TYPE },
      body: expect.objectContaining({ code: 'PGRST107' }),
    },
  ])
})

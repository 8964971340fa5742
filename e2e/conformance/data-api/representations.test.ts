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

describe('Accept', () => {
  const cargo = [{ id: 1, name: 'grain' }]
  scenarios([
    {
      name: 'anything is JSON',
      request: get('/cargoes?id=eq.1', accept('*/*')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'JSON is JSON',
      request: get('/cargoes?id=eq.1', accept('application/json')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the word does not mind the case',
      request: get('/cargoes?id=eq.1', accept('Application/JSON')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'a charset is left out',
      request: get('/cargoes?id=eq.1', accept('application/json; charset=utf-8')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'a browser’s list ends in anything',
      request: get(
        '/cargoes?id=eq.1',
        accept('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
      ),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the first that is available',
      request: get('/cargoes?id=eq.1', accept('image/png, text/csv, application/json')),
      ...as('text/csv', raw('id,name\n1,grain')),
    },
    {
      name: 'the one that says most',
      request: get('/cargoes?select=id&id=eq.1', accept('*/*, text/csv')),
      ...as('text/csv', raw('id\n1')),
    },
    {
      name: 'the one that is liked most',
      request: get('/cargoes?id=eq.1', accept('text/csv;q=0.3, application/json;q=0.7')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'an unknown type is refused',
      request: get('/cargoes', accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
    {
      name: 'several unknown types are all named',
      request: get('/cargoes', accept('a/b, c/d')),
      ...unavailable('a/b, c/d'),
    },
    {
      name: 'GeoJSON is known, and missed where PostGIS is missing',
      request: get('/cargoes', accept('application/geo+json')),
      ...refused(404, '42883', 'function st_asgeojson(record) does not exist', {
        hint: 'No function matches the given name and argument types. You might need to add explicit type casts.',
      }),
    },
    {
      name: 'plain text of rows is refused',
      request: get('/cargoes', accept('text/plain')),
      ...unavailable('text/plain'),
    },
    {
      name: 'bytes of rows are refused',
      request: get('/cargoes', accept('application/octet-stream')),
      ...unavailable('application/octet-stream'),
    },
    {
      name: 'plain text of a function’s rows is refused',
      request: get('/rpc/ship_pairs', accept('text/plain')),
      ...unavailable('text/plain'),
    },
    {
      name: 'XML of text is refused',
      request: get('/rpc/greet', accept('text/xml')),
      ...unavailable('text/xml'),
    },
    {
      name: 'JSON behind plain text',
      request: get('/cargoes?id=eq.1', accept('text/plain, application/json')),
      ...found('0-0/*', cargo),
    },
    {
      name: 'the root’s document is no answer of a table',
      request: get('/cargoes', accept('application/openapi+json')),
      ...unavailable('application/openapi+json'),
    },
    {
      name: 'a word that is no type is refused as it is',
      request: get('/cargoes', accept('undefined')),
      ...unavailable('undefined'),
    },
    {
      name: 'an answer says how long it is',
      request: get('/cargoes?id=eq.1', accept('application/json')),
      ...found('0-0/*', cargo, { headers: { 'content-length': '25' } }),
    },
    {
      name: 'an unknown type is refused for a write',
      request: post('/crates', { id: 50 }, accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
    {
      name: 'an unknown type is refused for a function',
      request: get('/rpc/add?a=1&b=2', accept('unknown/unknown')),
      ...unavailable('unknown/unknown'),
    },
  ])
})

describe('CSV', () => {
  const csv = accept('text/csv')
  scenarios([
    {
      name: 'has a line of names',
      request: get('/cargoes?order=id', csv),
      ...as('text/csv', raw('id,name\n1,grain\n2,timber\n3,steel'), '0-2/*'),
    },
    {
      name: 'names columns by their aliases',
      request: get('/cargoes?select=load:name&id=eq.1', csv),
      ...as('text/csv', raw('load\ngrain')),
    },
    {
      name: 'quotes commas, quotes and blanks',
      request: get('/ships?select=id,remark&id=in.(2,3)&order=id', csv),
      ...as('text/csv', raw('id,remark\n2,"painted, twice"\n3,"say ""ahoy"""'), '0-1/*'),
    },
    {
      name: 'leaves null empty',
      request: get('/harbours?select=id,berths,depth&id=gt.2&order=id', csv),
      ...as('text/csv', raw('id,berths,depth\n3,,7.5\n4,2,'), '0-1/*'),
    },
    {
      name: 'of nothing is an empty line',
      request: get('/nothing', csv),
      ...as('text/csv', raw('\n'), '*/*'),
    },
    {
      name: 'of truth is t and f',
      request: get('/ships?select=active&id=lt.3&order=id', csv),
      ...as('text/csv', raw('active\nt\nf'), '0-1/*'),
    },
    {
      name: 'of spread resources has those that are filtered or sorted first',
      request: get(
        '/ships?select=id,...harbours(home:name),...certificates(issuer),...calls(fee)&id=eq.1&calls.fee=gt.60&certificates.order=issuer',
        csv,
      ),
      ...as('text/csv', raw('id,issuer,fee,home\n1,DNV,[100.00],Bergen')),
    },
    {
      name: 'of an embedded resource is its JSON',
      request: get('/ships?select=id,harbours(name)&id=eq.1', csv),
      ...as('text/csv', raw('id,harbours\n1,"{""name"": ""Bergen""}"')),
    },
    {
      name: 'of a function’s rows',
      request: post('/rpc/ship_pairs?limit=1', {}, csv),
      ...as('text/csv', raw('ship,tonnes\nAlbatross,5000')),
    },
    { name: 'HEAD', request: head('/cargoes', csv), ...as('text/csv', nothing, '0-2/*') },
  ])
})

describe('one object', () => {
  scenarios([
    {
      name: 'is the one row',
      request: get('/cargoes?id=eq.1', accept(OBJECT)),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'without +json is the same',
      request: get('/cargoes?id=eq.1', accept('application/vnd.pgrst.object')),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'with related rows',
      request: get('/ships?id=eq.1&select=id,calls(id)&calls.order=id', accept(OBJECT)),
      ...as(OBJECT, { id: 1, calls: [{ id: 1 }, { id: 2 }] }),
    },
    { name: 'of several rows is refused', request: get('/cargoes', accept(OBJECT)), ...rows(3) },
    { name: 'of no row is refused', request: get('/cargoes?id=eq.9', accept(OBJECT)), ...rows(0) },
    {
      name: 'of several, one of which a limit leaves',
      request: get('/cargoes?order=id&limit=1', accept(OBJECT)),
      ...as(OBJECT, { id: 1, name: 'grain' }),
    },
    {
      name: 'before anything else',
      request: get('/cargoes', accept(`${OBJECT}, */*`)),
      ...rows(3),
    },
    {
      name: 'of an insert',
      request: post('/crates?select=id', { id: 51 }, { ...prefer(FULL), ...accept(OBJECT) }),
      ...returned(201, { id: 51 }, { 'content-type': `${OBJECT}; charset=utf-8` }),
    },
    {
      name: 'of an insert of several is refused',
      request: post('/crates', [{ id: 51 }, { id: 52 }], { ...prefer(FULL), ...accept(OBJECT) }),
      ...rows(2),
    },
    {
      name: 'of an insert of several without an answer is refused',
      request: post('/crates', [{ id: 51 }, { id: 52 }], accept(OBJECT)),
      ...rows(2),
    },
    {
      name: 'of an insert without an answer',
      request: post('/crates', { id: 51 }, accept(OBJECT)),
      ...done(201, '*/*'),
    },
    {
      name: 'of an insert of none is refused',
      request: post('/crates', [], { ...prefer(FULL), ...accept(OBJECT) }),
      ...rows(0),
    },
    {
      name: 'of a function’s value',
      request: get('/rpc/add?a=1&b=1', accept(OBJECT)),
      ...as(OBJECT, 2),
    },
    {
      name: 'of a function’s row',
      request: get('/rpc/one_ship?which=1&select=id', accept(OBJECT)),
      ...as(OBJECT, { id: 1 }),
    },
    {
      name: 'of a function that returns nothing',
      request: post('/rpc/do_nothing', {}, accept(OBJECT)),
      status: 204,
      headers: { 'content-type': null },
      body: nothing,
    },
    {
      name: 'HEAD of one',
      request: head('/cargoes?id=eq.1', accept(OBJECT)),
      ...as(OBJECT, nothing),
    },
  ])
})

describe('nulls left out', () => {
  scenarios([
    {
      name: 'of a list',
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
      name: 'of one object',
      request: get('/harbours?select=id,berths&id=eq.3', accept(ONE_STRIPPED)),
      ...as(ONE_STRIPPED, { id: 3 }),
    },
    {
      name: 'of related rows',
      request: get('/ships?select=id,price,harbours(depth,name)&id=eq.3', accept(STRIPPED)),
      ...as(STRIPPED, [{ id: 3, harbours: { depth: 8, name: 'Lorient' } }]),
    },
    {
      name: 'of what a write answers',
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
      name: 'of a function’s row',
      request: get('/rpc/one_ship?which=3&select=id,price', accept(ONE_STRIPPED)),
      ...as(ONE_STRIPPED, { id: 3 }),
    },
    {
      name: 'of several as one object are refused',
      request: get('/harbours', accept(ONE_STRIPPED)),
      ...rows(4),
    },
    {
      name: 'of one object of none are refused',
      request: get('/harbours?id=eq.9', accept(ONE_STRIPPED)),
      ...rows(0),
    },
    {
      name: 'a list with nothing said is plain JSON',
      request: get(
        '/harbours?select=id,berths&id=eq.3',
        accept('application/vnd.pgrst.array+json'),
      ),
      ...found('0-0/*', [{ id: 3, berths: null }]),
    },
    {
      name: 'keeps empty lists',
      request: get('/harbours?select=id,ships(id)&id=eq.4', accept(STRIPPED)),
      ...as(STRIPPED, [{ id: 4, ships: [] }]),
    },
  ])
})

describe('media types of the project', () => {
  scenarios([
    {
      name: 'text of a function',
      request: get('/rpc/page', accept('text/html')),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: raw('<b>port</b>'),
    },
    {
      name: 'bytes of a function',
      request: get('/rpc/drawing', accept('image/svg')),
      status: 200,
      headers: { 'content-type': 'image/svg' },
      body: raw('<svg/>'),
    },
    {
      name: 'of a function by its place in a list',
      request: get('/rpc/drawing', accept('text/html,image/svg,*/*;q=0.1')),
      status: 200,
      headers: { 'content-type': 'image/svg' },
      body: raw('<svg/>'),
    },
    {
      name: 'XML of a function, without an empty line in front',
      request: get('/rpc/sheet', accept('text/xml')),
      status: 200,
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: raw('<port/>'),
    },
    {
      name: 'JSON that is named otherwise is named as it is',
      request: get('/rpc/crew', accept('application/vnd.crew+json')),
      status: 200,
      headers: { 'content-type': 'application/vnd.crew+json' },
      body: ['mate'],
    },
    {
      name: 'of several values are refused',
      request: get('/rpc/pages', accept('text/html')),
      ...unavailable('text/html'),
    },
    {
      name: 'an aggregate of a function’s one value',
      request: get('/rpc/add?a=1&b=2', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('3\n'),
    },
    {
      name: 'an aggregate of rows with what they relate to',
      request: get('/ships?select=id,harbours(name)&id=eq.1', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('(1,"{""name"": ""Bergen""}")\n'),
    },
    {
      name: 'some of which do not matter are refused',
      request: get('/cargoes', accept('application/*')),
      ...unavailable('application/*'),
    },
    {
      name: 'of another function are refused',
      request: get('/rpc/page', accept('image/svg')),
      ...unavailable('image/svg'),
    },
    {
      name: 'of a function of the same name are refused',
      request: get('/rpc/page?n=1', accept('text/html')),
      ...unavailable('text/html'),
    },
    {
      name: 'a function that answers any type',
      request: get('/rpc/whatever', accept('text/strange')),
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: raw('anything'),
    },
    {
      name: 'a function that answers any type, asked for any',
      request: get('/rpc/whatever', accept('*/*')),
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: raw('anything'),
    },
    {
      name: 'a function that says its own type',
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
      name: 'an aggregate of a table’s rows, filtered',
      request: get('/cargoes?id=eq.2', accept('text/vnd.list')),
      status: 200,
      headers: { 'content-type': 'text/vnd.list' },
      body: raw('timber;'),
    },
    {
      name: 'an aggregate of some columns is refused',
      request: get('/cargoes?select=id', accept('text/vnd.list')),
      ...unavailable('text/vnd.list'),
    },
    {
      name: 'an aggregate of another table is refused',
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
      name: 'an aggregate of any rows takes some columns',
      request: get('/cargoes?select=name,id&id=eq.3', accept('application/vnd.any')),
      status: 200,
      headers: { 'content-type': 'application/vnd.any' },
      body: raw('(steel,3)\n'),
    },
    {
      name: 'an aggregate of what a write answers',
      request: post(
        '/cargoes',
        { id: 9, name: 'wool' },
        { ...prefer(FULL), ...accept('text/vnd.list') },
      ),
      ...returned(201, raw('wool;'), { 'content-type': 'text/vnd.list' }),
    },
    {
      name: 'an aggregate of a write without an answer',
      request: post('/cargoes', { id: 9, name: 'wool' }, accept('text/vnd.list')),
      ...done(201, '*/*'),
    },
    {
      name: 'HEAD',
      request: head('/rpc/page', accept('text/html')),
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: nothing,
    },
  ])
})

describe('execution plans', () => {
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
      name: 'as text by name',
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
      name: 'of one object by its short name, with no preference applied',
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
      name: 'with what really happened',
      request: get('/cargoes', accept(`${PLAN}+json; options=analyze`)),
      ...planned('+json; for="application/json"; options=analyze'),
      body: [expect.objectContaining({ 'Execution Time': expect.any(Number) })],
    },
    {
      name: 'of one object',
      request: get('/cargoes?id=eq.1', accept(`${PLAN}; for="${OBJECT}"`)),
      ...planned(`+text; for="${OBJECT}"`),
      body: raw(expect.stringContaining('Aggregate')),
    },
    {
      name: 'of CSV',
      request: get('/cargoes', accept(`${PLAN}; for="text/csv"`)),
      ...planned('+text; for="text/csv"'),
      body: raw(expect.stringContaining('cost=')),
    },
    {
      name: 'of an insert',
      request: post('/crates', { id: 60 }, accept(`${PLAN}+json`)),
      ...planned('+json; for="application/json"'),
      body: [expect.objectContaining({ Plan: expect.any(Object) })],
    },
    {
      name: 'of an update',
      request: patch('/codes?code=eq.A', { uses: 1 }, accept(`${PLAN}+json`)),
      ...planned('+json; for="application/json"'),
      body: [expect.objectContaining({ Plan: expect.any(Object) })],
    },
    {
      name: 'of a function',
      request: get('/rpc/count_to?n=3', accept(PLAN)),
      ...planned('+text; for="application/json"'),
      body: raw(expect.stringContaining('cost=')),
    },
    {
      name: 'of an unavailable type is refused',
      request: get('/cargoes', accept(`${PLAN}; for="image/unheard"`)),
      status: 406,
      headers: { 'content-type': JSON_TYPE },
      body: expect.objectContaining({ code: 'PGRST107' }),
    },
  ])
})

import { describe, expect } from 'vitest'
import {
  accept,
  found,
  FULL,
  get,
  patch,
  post,
  prefer,
  raw,
  refused,
  returned,
  scenarios,
  unparsed,
} from '../../support/scenarios.ts'

const ship = (select: string, value: object, id = 1) => ({
  request: get(`/ships?select=${select}&id=eq.${id}`),
  ...found('0-0/*', [value]),
})
const ids = (query: string, ...list: readonly number[]) => ({
  request: get(`/ships?select=id&order=id&${query}`),
  ...found(
    list.length === 0 ? '*/*' : `0-${list.length - 1}/*`,
    list.map((id) => ({ id })),
  ),
})

describe('places in JSON, selected', () => {
  scenarios([
    {
      name: 'an arrow answers JSON under the last key’s name',
      ...ship('specs->crew', { crew: { min: 5, max: 9 } }),
    },
    { name: 'a double arrow answers text', ...ship('specs->>code', { code: 'AL-1' }) },
    { name: 'arrows go deep', ...ship('specs->crew->>max', { max: '9' }) },
    { name: 'a number is an index of a list', ...ship('specs->ports->>1', { ports: 'B' }) },
    { name: 'a negative number counts from the end', ...ship('specs->ports->-1', { ports: 'B' }) },
    { name: 'an alias renames a place', ...ship('fewest:specs->crew->min', { fewest: 5 }) },
    { name: 'a cast changes the text of a place', ...ship('specs->crew->>min::int', { min: 5 }) },
    { name: 'a place that is not there is null', ...ship('specs->crew->cook', { cook: null }) },
    { name: 'a place in nothing is null', ...ship('specs->a->b->>c', { c: null }, 4) },
    {
      name: 'several places of one column',
      ...ship('specs->>code,low:specs->crew->min', { code: 'AL-1', low: 5 }),
    },
    {
      name: 'a json column has places too',
      request: get('/samples?select=plain->a->1'),
      ...found('0-0/*', [{ a: 2 }]),
    },
    { name: 'an array has places by index', ...ship('tags->0', { tags: 'cargo' }) },
    {
      name: 'an array of arrays has places',
      request: get('/samples?select=matrix->1->0'),
      ...found('0-0/*', [{ matrix: 3 }]),
    },
    {
      name: 'nothing is at a place in a text',
      ...ship('name->x,first:tags->>0', { x: null, first: 'cargo' }),
    },
    {
      name: 'the text of a place has no places',
      request: get('/ships?select=specs->>crew->min'),
      ...refused(404, '42883', 'operator does not exist: text -> unknown', {
        hint: expect.any(String),
      }),
    },
    {
      name: 'a key may hold what no name does',
      ...ship('specs->crew%20%26%20!@%23$*->>0', { 'crew & !@#$*': null }),
    },
    {
      name: 'an arrow to nowhere does not parse',
      request: get('/ships?select=specs->'),
      ...unparsed(
        'select parameter',
        'specs->',
        8,
        'unexpected end of input expecting "-", digit or any non reserved character different from: .,>()',
      ),
    },
    {
      name: 'a key does not begin with a dash',
      request: get('/ships?select=specs->-crew'),
      ...unparsed('select parameter', 'specs->-crew', 9, 'unexpected "c" expecting digit'),
    },
    {
      name: 'the plan of a place is one column of CSV',
      request: get('/ships?select=specs->>code&id=eq.2', accept('text/csv')),
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: raw('code\nBE-2'),
    },
  ])
})

describe('places in JSON, filtered and sorted by', () => {
  scenarios([
    { name: 'text of a place', ...ids('specs->>code=eq.AL-1', 1) },
    { name: 'JSON of a place', ...ids('specs->crew->min=eq.2', 2) },
    { name: 'numbers compare as JSON numbers', ...ids('specs->crew->min=gt.3', 1) },
    { name: 'an element of a list', ...ids('specs->ports->>0=eq.A', 1) },
    { name: 'a null in JSON is no null of SQL', ...ids('specs->code=is.null', 4) },
    { name: 'a null in JSON has no text', ...ids('specs->>code=is.null', 3, 4) },
    { name: 'a pattern on text of a place', ...ids('specs->>code=like.*-2', 2) },
    { name: 'a list of texts of a place', ...ids('specs->>code=in.(AL-1,BE-2)', 1, 2) },
    { name: 'an array’s element', ...ids('tags->>0=eq.ferry', 2, 4) },
    { name: 'containment at a place', ...ids('specs->ports=cs.["A"]', 1) },
    { name: 'a search in text of a place', ...ids('specs->>code=plfts(simple).be', 2) },
    {
      name: 'order by text of a place',
      request: get('/ships?select=id&order=specs->>code.desc.nullslast,id'),
      ...found('0-3/*', [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 4 }]),
    },
    {
      name: 'order by JSON of a place',
      request: get('/ships?select=id&specs->crew=not.is.null&order=specs->crew->min'),
      ...found('0-1/*', [{ id: 2 }, { id: 1 }]),
    },
  ])
})

describe('JSON, written', () => {
  scenarios([
    {
      name: 'an object goes into jsonb as it is',
      request: post(
        '/ships?select=specs',
        { id: 9, name: 'Egret', tonnage: 1, owner_id: 1, specs: { a: [1, { b: null }] } },
        prefer(FULL),
      ),
      ...returned(201, [{ specs: { a: [1, { b: null }] } }]),
    },
    {
      name: 'a list goes into jsonb',
      request: patch('/ships?id=eq.1&select=specs', { specs: [1, 'two'] }, prefer(FULL)),
      ...returned(200, [{ specs: [1, 'two'] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'a text goes into jsonb as a JSON text',
      request: patch('/ships?id=eq.1&select=specs', { specs: 'word' }, prefer(FULL)),
      ...returned(200, [{ specs: 'word' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'a list goes into an array',
      request: patch('/ships?id=eq.1&select=tags', { tags: ['x', 'y z', null] }, prefer(FULL)),
      ...returned(200, [{ tags: ['x', 'y z', null] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'an array literal goes into an array',
      request: patch('/ships?id=eq.1&select=tags', { tags: '{a,"b c"}' }, prefer(FULL)),
      ...returned(200, [{ tags: ['a', 'b c'] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'lists of lists go into an array of arrays',
      request: patch('/samples?id=eq.1&select=matrix', { matrix: [[9], [8]] }, prefer(FULL)),
      ...returned(200, [{ matrix: [[9], [8]] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'json keeps the order and blanks it was sent with',
      request: patch('/samples?id=eq.1&select=plain', '{"plain": {"z": 1,  "a": 2}}', prefer(FULL)),
      ...returned(200, raw('[{"plain":{"z": 1,  "a": 2}}]'), { 'content-range': '0-0/*' }),
    },
    {
      name: 'a number of many digits goes into a bigint',
      request: patch('/samples?id=eq.1&select=big', '{"big": 9007199254740995}', prefer(FULL)),
      ...returned(200, raw('[{"big":9007199254740995}]'), { 'content-range': '0-0/*' }),
    },
  ])
})

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

describe('JSON paths in select', () => {
  scenarios([
    {
      name: 'an arrow returns JSON with the last key as name',
      ...ship('specs->crew', { crew: { min: 5, max: 9 } }),
    },
    { name: 'a double arrow returns text', ...ship('specs->>code', { code: 'AL-1' }) },
    { name: 'several arrows return nested values', ...ship('specs->crew->>max', { max: '9' }) },
    { name: 'a number is an array index', ...ship('specs->ports->>1', { ports: 'B' }) },
    { name: 'a negative index counts from the end', ...ship('specs->ports->-1', { ports: 'B' }) },
    { name: 'an alias renames a path', ...ship('fewest:specs->crew->min', { fewest: 5 }) },
    { name: 'a cast applies to the path’s text', ...ship('specs->crew->>min::int', { min: 5 }) },
    { name: 'a missing path is null', ...ship('specs->crew->cook', { cook: null }) },
    { name: 'a path in null is null', ...ship('specs->a->b->>c', { c: null }, 4) },
    {
      name: 'several paths of one column',
      ...ship('specs->>code,low:specs->crew->min', { code: 'AL-1', low: 5 }),
    },
    {
      name: 'paths work in a json column',
      request: get('/samples?select=plain->a->1'),
      ...found('0-0/*', [{ a: 2 }]),
    },
    { name: 'paths work in an array by index', ...ship('tags->0', { tags: 'cargo' }) },
    {
      name: 'paths work in an array of arrays',
      request: get('/samples?select=matrix->1->0'),
      ...found('0-0/*', [{ matrix: 3 }]),
    },
    {
      name: 'a path in a JSON string is null',
      ...ship('name->x,first:tags->>0', { x: null, first: 'cargo' }),
    },
    {
      name: 'a double arrow cannot be followed by another arrow',
      request: get('/ships?select=specs->>crew->min'),
      ...refused(404, '42883', 'operator does not exist: text -> unknown', {
        hint: expect.any(String),
      }),
    },
    {
      name: 'a key can contain characters that a name cannot',
      ...ship('specs->crew%20%26%20!@%23$*->>0', { 'crew & !@#$*': null }),
    },
    {
      name: 'an arrow without a key does not parse',
      request: get('/ships?select=specs->'),
      ...unparsed(
        'select parameter',
        'specs->',
        8,
        'unexpected end of input expecting "-", digit or any non reserved character different from: .,>()',
      ),
    },
    {
      name: 'a key cannot start with a dash',
      request: get('/ships?select=specs->-crew'),
      ...unparsed('select parameter', 'specs->-crew', 9, 'unexpected "c" expecting digit'),
    },
    {
      name: 'the plan of a path has one CSV column',
      request: get('/ships?select=specs->>code&id=eq.2', accept('text/csv')),
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: raw('code\nBE-2'),
    },
  ])
})

describe('JSON paths in filters and order', () => {
  scenarios([
    { name: 'a filter compares text', ...ids('specs->>code=eq.AL-1', 1) },
    { name: 'a filter compares JSON', ...ids('specs->crew->min=eq.2', 2) },
    { name: 'a filter compares numbers as JSON numbers', ...ids('specs->crew->min=gt.3', 1) },
    { name: 'a filter uses an array element', ...ids('specs->ports->>0=eq.A', 1) },
    { name: 'a JSON null is not an SQL null', ...ids('specs->code=is.null', 4) },
    { name: 'a JSON null has no text', ...ids('specs->>code=is.null', 3, 4) },
    { name: 'a pattern matches text', ...ids('specs->>code=like.*-2', 2) },
    { name: 'in matches text', ...ids('specs->>code=in.(AL-1,BE-2)', 1, 2) },
    { name: 'a filter uses an element of a Postgres array', ...ids('tags->>0=eq.ferry', 2, 4) },
    { name: 'a filter checks containment', ...ids('specs->ports=cs.["A"]', 1) },
    { name: 'a full-text search uses text', ...ids('specs->>code=plfts(simple).be', 2) },
    {
      name: 'order sorts by text',
      request: get('/ships?select=id&order=specs->>code.desc.nullslast,id'),
      ...found('0-3/*', [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 4 }]),
    },
    {
      name: 'order sorts by JSON',
      request: get('/ships?select=id&specs->crew=not.is.null&order=specs->crew->min'),
      ...found('0-1/*', [{ id: 2 }, { id: 1 }]),
    },
  ])
})

describe('writing JSON values', () => {
  scenarios([
    {
      name: 'stores an object in jsonb',
      request: post(
        '/ships?select=specs',
        { id: 9, name: 'Egret', tonnage: 1, owner_id: 1, specs: { a: [1, { b: null }] } },
        prefer(FULL),
      ),
      ...returned(201, [{ specs: { a: [1, { b: null }] } }]),
    },
    {
      name: 'stores an array in jsonb',
      request: patch('/ships?id=eq.1&select=specs', { specs: [1, 'two'] }, prefer(FULL)),
      ...returned(200, [{ specs: [1, 'two'] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'stores a string in jsonb as a JSON string',
      request: patch('/ships?id=eq.1&select=specs', { specs: 'word' }, prefer(FULL)),
      ...returned(200, [{ specs: 'word' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'stores a JSON array in a Postgres array',
      request: patch('/ships?id=eq.1&select=tags', { tags: ['x', 'y z', null] }, prefer(FULL)),
      ...returned(200, [{ tags: ['x', 'y z', null] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'stores an array literal in an array',
      request: patch('/ships?id=eq.1&select=tags', { tags: '{a,"b c"}' }, prefer(FULL)),
      ...returned(200, [{ tags: ['a', 'b c'] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'stores nested JSON arrays in an array of arrays',
      request: patch('/samples?id=eq.1&select=matrix', { matrix: [[9], [8]] }, prefer(FULL)),
      ...returned(200, [{ matrix: [[9], [8]] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'keeps the key order and spaces in json',
      request: patch('/samples?id=eq.1&select=plain', '{"plain": {"z": 1,  "a": 2}}', prefer(FULL)),
      ...returned(200, raw('[{"plain":{"z": 1,  "a": 2}}]'), { 'content-range': '0-0/*' }),
    },
    {
      name: 'stores a number with many digits in a bigint',
      request: patch('/samples?id=eq.1&select=big', '{"big": 9007199254740995}', prefer(FULL)),
      ...returned(200, raw('[{"big":9007199254740995}]'), { 'content-range': '0-0/*' }),
    },
  ])
})

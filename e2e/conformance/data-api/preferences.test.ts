import { describe, expect } from 'vitest'
import {
  accept,
  done,
  found,
  FULL,
  get,
  patch,
  post,
  prefer,
  refused,
  remove,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const STRICT = 'handling=strict'
const LENIENT = 'handling=lenient'
const invalid = (list: string) =>
  refused(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${list}`,
  })
const exceeds = (rows: number) =>
  refused(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

describe('handling', () => {
  const one = (applied: string | null) =>
    found('0-0/*', [{ id: 1 }], { headers: { 'preference-applied': applied } })
  scenarios([
    {
      name: 'strict refuses an unknown preference',
      request: get('/cargoes', prefer(STRICT, 'anything')),
      ...invalid('anything'),
    },
    {
      name: 'strict names all unknown preferences',
      request: get('/cargoes', prefer('something', STRICT, 'count=all')),
      ...invalid('something, count=all'),
    },
    {
      name: 'strict refuses an unknown preference of a write',
      request: post('/crates', { id: 1 }, prefer(STRICT, 'return=everything')),
      ...invalid('return=everything'),
    },
    {
      name: 'strict refuses an unknown preference of a function',
      request: post('/rpc/greet', {}, prefer(STRICT, 'params=single-object')),
      ...invalid('params=single-object'),
    },
    ...(
      [
        ['an unknown table', get('/colours', prefer(STRICT, 'x')), 404, 'PGRST205'],
        ['an unknown column', post('/crates', { colour: 1 }, prefer(STRICT, 'x')), 400, 'PGRST204'],
        [
          'an unheard-of type of a reading',
          get('/crates', { ...prefer(STRICT, 'x'), ...accept('image/unheard-of') }),
          406,
          'PGRST107',
        ],
      ] as const
    ).map(([mistake, request, status, code]) => ({
      name: `${mistake} is refused before what strict refuses`,
      request,
      status,
      headers: { 'proxy-status': `PostgREST; error=${code}` },
      body: expect.objectContaining({ code }) as unknown,
    })),
    {
      name: 'strict refuses a write before the type of its answer does',
      request: post('/crates', {}, { ...prefer(STRICT, 'x'), ...accept('image/unheard-of') }),
      ...invalid('x'),
    },
    {
      name: 'strict takes known ones',
      request: get('/cargoes?select=id&id=eq.1', prefer(STRICT, 'count=exact')),
      ...found('0-0/1', [{ id: 1 }], {
        headers: { 'preference-applied': `count=exact, ${STRICT}` },
      }),
    },
    {
      name: 'lenient leaves unknown ones aside',
      request: get('/cargoes?select=id&id=eq.1', prefer(LENIENT, 'anything')),
      ...one(LENIENT),
    },
    {
      name: 'unknown ones are left aside anyway',
      request: get('/cargoes?select=id&id=eq.1', prefer('anything', 'x=y')),
      ...one(null),
    },
    {
      name: 'the first of two counts',
      request: post('/crates?select=id', { id: 70 }, prefer(FULL, 'return=minimal')),
      ...returned(201, [{ id: 70 }]),
    },
    {
      name: 'blanks around preferences are left out',
      request: get('/cargoes?select=id&id=eq.1', { prefer: '  count=exact ,handling=lenient' }),
      ...found('0-0/1', [{ id: 1 }], {
        headers: { 'preference-applied': `count=exact, ${LENIENT}` },
      }),
    },
    {
      name: 'are applied in an order of their own',
      request: post(
        '/codes?select=code',
        { code: 'P' },
        prefer(STRICT, 'count=exact', FULL, 'missing=default', 'resolution=ignore-duplicates'),
      ),
      ...returned(201, [{ code: 'P' }], {
        'content-range': '*/1',
        'preference-applied': `resolution=ignore-duplicates, missing=default, ${FULL}, count=exact, ${STRICT}`,
      }),
    },
    {
      name: 'return means nothing to reading',
      request: get('/cargoes?select=id&id=eq.1', prefer('return=minimal')),
      ...one(null),
    },
    {
      name: 'resolution means nothing to updates',
      request: patch('/codes?code=eq.A', { uses: 1 }, prefer('resolution=merge-duplicates')),
      ...done(204, '0-0/*'),
    },
  ])
})

describe('timezone', () => {
  const there = (value: string, applied: string | null) =>
    found('0-0/*', value, { headers: { 'preference-applied': applied } })
  scenarios([
    {
      name: 'shows times in it',
      request: get('/rpc/now_there', prefer('timezone=Asia/Tokyo')),
      ...there('2024-06-01T21:00:00+09:00', 'timezone=Asia/Tokyo'),
    },
    {
      name: 'shows a column in it',
      request: get('/samples?select=stamp', prefer('timezone=America/Los_Angeles')),
      ...found('0-0/*', [{ stamp: '2024-03-01T04:00:00-08:00' }], {
        headers: { 'preference-applied': 'timezone=America/Los_Angeles' },
      }),
    },
    {
      name: 'shows what a write answers in it',
      request: patch(
        '/samples?id=eq.1&select=stamp',
        { stamp: '2024-01-01T00:00:00Z' },
        prefer('timezone=Europe/Berlin', FULL),
      ),
      ...returned(200, [{ stamp: '2024-01-01T01:00:00+01:00' }], {
        'content-range': '0-0/*',
        'preference-applied': `${FULL}, timezone=Europe/Berlin`,
      }),
    },
    {
      name: 'reads times in it',
      request: post(
        '/samples?select=id,utc:stamp::text',
        { id: 9, stamp: '2024-01-01 12:00' },
        prefer('timezone=Asia/Tokyo', FULL),
      ),
      ...returned(201, [{ id: 9, utc: '2024-01-01 12:00:00+09' }], {
        'preference-applied': `${FULL}, timezone=Asia/Tokyo`,
      }),
    },
    {
      name: 'an unknown one is left aside',
      request: get('/rpc/now_there', prefer('timezone=Jupiter/Spot')),
      ...there('2024-06-01T12:00:00+00:00', null),
    },
    {
      name: 'an unknown one is refused where handling is strict',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=Jupiter/Spot')),
      ...invalid('timezone=Jupiter/Spot'),
    },
    {
      name: 'one is known by its own spelling',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=europe/oslo')),
      ...invalid('timezone=europe/oslo'),
    },
    {
      name: 'a known one is taken where handling is strict',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=UTC')),
      ...there('2024-06-01T12:00:00+00:00', `${STRICT}, timezone=UTC`),
    },
  ])
})

describe('max-affected', () => {
  scenarios([
    {
      name: 'refuses an update of more rows',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'takes an update of as many',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=2')),
      ...done(204, '0-1/*', { 'preference-applied': `${STRICT}, max-affected=2` }),
    },
    {
      name: 'refuses a delete of more rows',
      request: remove('/codes', prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'takes a delete of fewer',
      request: remove('/codes?code=eq.A', prefer(STRICT, 'max-affected=5')),
      ...done(204, '*/*', { 'preference-applied': `${STRICT}, max-affected=5` }),
    },
    {
      name: 'refuses with the rows asked for too',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=1', FULL)),
      ...exceeds(2),
    },
    {
      name: 'means nothing where handling is lenient',
      request: patch('/codes', { uses: 0 }, prefer(LENIENT, 'max-affected=1')),
      ...done(204, '0-1/*', { 'preference-applied': LENIENT }),
    },
    {
      name: 'means nothing by itself',
      request: remove('/codes', prefer('max-affected=1')),
      ...done(204, '*/*'),
    },
    {
      name: 'refuses a function’s writes',
      request: post('/rpc/set_codes', { n: 1 }, prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'takes a function’s writes of as many',
      request: post(
        '/rpc/set_codes?select=code&order=code',
        { n: 1 },
        prefer(STRICT, 'max-affected=2'),
      ),
      ...found('0-1/*', [{ code: 'A' }, { code: 'B' }], {
        headers: { 'preference-applied': `${STRICT}, max-affected=2` },
      }),
    },
    {
      name: 'is refused for a function that returns no set',
      request: post('/rpc/add', { a: 1, b: 2 }, prefer(STRICT, 'max-affected=1')),
      ...refused(
        400,
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ),
    },
    {
      name: 'that refused has written nothing',
      request: get('/codes?uses=eq.0'),
      ...found('*/*', []),
    },
    {
      name: 'refuses what a function reads too',
      request: get('/rpc/ships_over?at_least=800', prefer(STRICT, 'max-affected=3')),
      ...exceeds(4),
    },
    {
      name: 'below zero refuses also what touches nothing',
      request: remove('/codes?code=eq.none', prefer(STRICT, 'max-affected=-1')),
      ...exceeds(0),
    },
    {
      name: 'that is no number is passed over, also where handling is strict',
      request: remove('/codes', prefer(STRICT, 'max-affected=few')),
      ...done(204, '*/*', { 'preference-applied': STRICT }),
    },
    {
      name: 'means nothing to reading',
      request: get('/cargoes?select=id&id=lt.3&order=id', prefer(STRICT, 'max-affected=1')),
      ...found('0-1/*', [{ id: 1 }, { id: 2 }], { headers: { 'preference-applied': STRICT } }),
    },
  ])
})

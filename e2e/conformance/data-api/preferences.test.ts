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

describe('request handling:', () => {
  const one = (applied: string | null) =>
    found('0-0/*', [{ id: 1 }], { headers: { 'preference-applied': applied } })
  scenarios([
    {
      name: 'strict rejects an unknown preference',
      request: get('/cargoes', prefer(STRICT, 'anything')),
      ...invalid('anything'),
    },
    {
      name: 'strict lists all unknown preferences',
      request: get('/cargoes', prefer('something', STRICT, 'count=all')),
      ...invalid('something, count=all'),
    },
    {
      name: 'strict rejects an unknown preference of a write',
      request: post('/crates', { id: 1 }, prefer(STRICT, 'return=everything')),
      ...invalid('return=everything'),
    },
    {
      name: 'strict rejects an unknown preference of a function call',
      request: post('/rpc/greet', {}, prefer(STRICT, 'params=single-object')),
      ...invalid('params=single-object'),
    },
    ...(
      [
        ['an unknown table', get('/colours', prefer(STRICT, 'x')), 404, 'PGRST205'],
        ['an unknown column', post('/crates', { colour: 1 }, prefer(STRICT, 'x')), 400, 'PGRST204'],
        [
          'an unknown response type of a read',
          get('/crates', { ...prefer(STRICT, 'x'), ...accept('image/unheard-of') }),
          406,
          'PGRST107',
        ],
      ] as const
    ).map(([mistake, request, status, code]) => ({
      name: `${mistake} is reported before an unknown preference`,
      request,
      status,
      headers: { 'proxy-status': `PostgREST; error=${code}` },
      body: expect.objectContaining({ code }) as unknown,
    })),
    {
      name: 'strict reports an unknown preference of a write before its response type',
      request: post('/crates', {}, { ...prefer(STRICT, 'x'), ...accept('image/unheard-of') }),
      ...invalid('x'),
    },
    {
      name: 'strict accepts known preferences',
      request: get('/cargoes?select=id&id=eq.1', prefer(STRICT, 'count=exact')),
      ...found('0-0/1', [{ id: 1 }], {
        headers: { 'preference-applied': `count=exact, ${STRICT}` },
      }),
    },
    {
      name: 'lenient ignores unknown preferences',
      request: get('/cargoes?select=id&id=eq.1', prefer(LENIENT, 'anything')),
      ...one(LENIENT),
    },
    {
      name: 'unknown preferences are ignored by default',
      request: get('/cargoes?select=id&id=eq.1', prefer('anything', 'x=y')),
      ...one(null),
    },
    {
      name: 'the first of two count preferences is used',
      request: post('/crates?select=id', { id: 70 }, prefer(FULL, 'return=minimal')),
      ...returned(201, [{ id: 70 }]),
    },
    {
      name: 'spaces around preferences are ignored',
      request: get('/cargoes?select=id&id=eq.1', { prefer: '  count=exact ,handling=lenient' }),
      ...found('0-0/1', [{ id: 1 }], {
        headers: { 'preference-applied': `count=exact, ${LENIENT}` },
      }),
    },
    {
      name: 'applied preferences are returned in a fixed order',
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
      name: 'return is ignored for reads',
      request: get('/cargoes?select=id&id=eq.1', prefer('return=minimal')),
      ...one(null),
    },
    {
      name: 'resolution is ignored for updates',
      request: patch('/codes?code=eq.A', { uses: 1 }, prefer('resolution=merge-duplicates')),
      ...done(204, '0-0/*'),
    },
  ])
})

describe('the timezone preference', () => {
  const there = (value: string, applied: string | null) =>
    found('0-0/*', value, { headers: { 'preference-applied': applied } })
  scenarios([
    {
      name: 'changes returned times',
      request: get('/rpc/now_there', prefer('timezone=Asia/Tokyo')),
      ...there('2024-06-01T21:00:00+09:00', 'timezone=Asia/Tokyo'),
    },
    {
      name: 'changes the returned times of a column',
      request: get('/samples?select=stamp', prefer('timezone=America/Los_Angeles')),
      ...found('0-0/*', [{ stamp: '2024-03-01T04:00:00-08:00' }], {
        headers: { 'preference-applied': 'timezone=America/Los_Angeles' },
      }),
    },
    {
      name: 'changes the times that a write returns',
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
      name: 'changes how times in filters are parsed',
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
      name: 'is ignored if unknown',
      request: get('/rpc/now_there', prefer('timezone=Jupiter/Spot')),
      ...there('2024-06-01T12:00:00+00:00', null),
    },
    {
      name: 'is rejected if unknown and handling is strict',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=Jupiter/Spot')),
      ...invalid('timezone=Jupiter/Spot'),
    },
    {
      name: 'must have the exact spelling',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=europe/oslo')),
      ...invalid('timezone=europe/oslo'),
    },
    {
      name: 'is accepted if known and handling is strict',
      request: get('/rpc/now_there', prefer(STRICT, 'timezone=UTC')),
      ...there('2024-06-01T12:00:00+00:00', `${STRICT}, timezone=UTC`),
    },
  ])
})

describe('max-affected', () => {
  scenarios([
    {
      name: 'rejects an update of more rows',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'accepts an update of the same number of rows',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=2')),
      ...done(204, '0-1/*', { 'preference-applied': `${STRICT}, max-affected=2` }),
    },
    {
      name: 'rejects a delete of more rows',
      request: remove('/codes', prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'accepts a delete of fewer rows',
      request: remove('/codes?code=eq.A', prefer(STRICT, 'max-affected=5')),
      ...done(204, '*/*', { 'preference-applied': `${STRICT}, max-affected=5` }),
    },
    {
      name: 'rejects more rows when they are returned too',
      request: patch('/codes', { uses: 0 }, prefer(STRICT, 'max-affected=1', FULL)),
      ...exceeds(2),
    },
    {
      name: 'is ignored if handling is lenient',
      request: patch('/codes', { uses: 0 }, prefer(LENIENT, 'max-affected=1')),
      ...done(204, '0-1/*', { 'preference-applied': LENIENT }),
    },
    {
      name: 'is ignored by default',
      request: remove('/codes', prefer('max-affected=1')),
      ...done(204, '*/*'),
    },
    {
      name: 'rejects the writes of a function',
      request: post('/rpc/set_codes', { n: 1 }, prefer(STRICT, 'max-affected=1')),
      ...exceeds(2),
    },
    {
      name: 'accepts the writes of a function up to the limit',
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
      name: 'is an error for a function that does not return a set',
      request: post('/rpc/add', { a: 1, b: 2 }, prefer(STRICT, 'max-affected=1')),
      ...refused(
        400,
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ),
    },
    {
      name: 'rolls back rejected writes',
      request: get('/codes?uses=eq.0'),
      ...found('*/*', []),
    },
    {
      name: 'also rejects the rows that a function reads',
      request: get('/rpc/ships_over?at_least=800', prefer(STRICT, 'max-affected=3')),
      ...exceeds(4),
    },
    {
      name: 'below zero also rejects requests that affect no rows',
      request: remove('/codes?code=eq.none', prefer(STRICT, 'max-affected=-1')),
      ...exceeds(0),
    },
    {
      name: 'that is not a number is ignored, even if handling is strict',
      request: remove('/codes', prefer(STRICT, 'max-affected=few')),
      ...done(204, '*/*', { 'preference-applied': STRICT }),
    },
    {
      name: 'is ignored for reads',
      request: get('/cargoes?select=id&id=lt.3&order=id', prefer(STRICT, 'max-affected=1')),
      ...found('0-1/*', [{ id: 1 }, { id: 2 }], { headers: { 'preference-applied': STRICT } }),
    },
  ])
})

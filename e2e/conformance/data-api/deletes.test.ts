import { describe, expect } from 'vitest'
import {
  accept,
  done,
  found,
  FULL,
  get,
  nothing,
  post,
  prefer,
  raw,
  refused,
  remove,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const OBJECT = accept('application/vnd.pgrst.object+json')

describe('deleting', () => {
  scenarios([
    { name: 'answers nothing by itself', request: remove('/codes?code=eq.A'), ...done(204, '*/*') },
    {
      name: 'with return=minimal says so',
      request: remove('/codes?code=eq.A', prefer('return=minimal')),
      ...done(204, '*/*', { 'preference-applied': 'return=minimal' }),
    },
    {
      name: 'with return=representation answers the rows that were',
      request: remove('/codes?code=eq.A', prefer(FULL)),
      ...returned(200, [{ code: 'A', meaning: 'alpha', uses: 5 }]),
    },
    {
      name: 'answers the columns selected',
      request: remove('/codes?select=code&order=code', prefer(FULL)),
      ...returned(200, [{ code: 'A' }, { code: 'B' }]),
    },
    {
      name: 'answers casts and aliases',
      request: remove('/codes?code=eq.B&select=c:code,n:uses::text', prefer(FULL)),
      ...returned(200, [{ c: 'B', n: '2' }]),
    },
    {
      name: 'counts',
      request: remove('/codes?uses=gt.1', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'counts with the rows',
      request: remove('/codes?code=eq.A&select=code', prefer(FULL, 'count=exact')),
      ...returned(200, [{ code: 'A' }], {
        'content-range': '*/1',
        'preference-applied': `${FULL}, count=exact`,
      }),
    },
    { name: 'of no row is no refusal', request: remove('/codes?code=eq.Z'), ...done(204, '*/*') },
    {
      name: 'of no row answers an empty list',
      request: remove('/codes?code=eq.Z', prefer(FULL)),
      ...returned(200, []),
    },
    {
      name: 'answers related rows',
      request: remove('/certificates?ship_id=eq.1&select=issuer,ships(name)', prefer(FULL)),
      ...returned(200, [{ issuer: 'DNV', ships: { name: 'Albatross' } }]),
    },
    {
      name: 'answers in the order asked for',
      request: remove('/codes?select=code&order=uses', prefer(FULL)),
      ...returned(200, [{ code: 'B' }, { code: 'A' }]),
    },
    {
      name: 'by groups',
      request: remove('/codes?or=(code.eq.A,uses.eq.2)', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'by a computed column',
      request: remove('/ships?is_heavy=is.false&select=id&order=id', prefer(FULL)),
      ...returned(200, [{ id: 2 }, { id: 4 }]),
    },
    {
      name: 'from a partitioned table',
      request: remove('/readings?year=lt.2000', prefer('count=exact')),
      ...done(204, '*/1', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'through a simple view',
      request: remove('/crane_list?id=eq.4&select=id', prefer(FULL)),
      ...returned(200, [{ id: 4 }]),
    },
    {
      name: 'as CSV',
      request: remove('/codes?code=eq.A&select=code', { ...prefer(FULL), ...accept('text/csv') }),
      ...returned(200, raw('code\nA'), { 'content-type': 'text/csv; charset=utf-8' }),
    },
    {
      name: 'leaves limit aside',
      request: remove('/codes?limit=1', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'leaves missing aside',
      request: remove('/codes?code=eq.Z', prefer('missing=default')),
      ...done(204, '*/*'),
    },
    {
      name: 'one object',
      request: remove('/codes?code=eq.A&select=code', { ...prefer(FULL), ...OBJECT }),
      status: 200,
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      body: { code: 'A' },
    },
    {
      name: 'one object of several is refused',
      request: remove('/codes', OBJECT),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 2 rows',
      }),
    },
    {
      name: 'one object of none is refused',
      request: remove('/codes?code=eq.Z', { ...prefer(FULL), ...OBJECT }),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 0 rows',
      }),
    },
    {
      name: 'what others refer to is refused',
      request: remove('/cargoes?id=eq.1'),
      ...refused(
        409,
        '23503',
        expect.stringMatching(
          /^update or delete on table "cargoes" violates .*foreign key constraint "ship_cargoes_cargo_id_fkey" on table "ship_cargoes"$/,
        ),
        { details: 'Key (id)=(1) is still referenced from table "ship_cargoes".' },
      ),
    },
    {
      name: 'by an unknown column is refused',
      request: remove('/codes?colour=eq.1'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ code: '42703' }),
    },
    {
      name: 'from an unknown table is refused',
      request: remove('/code?id=eq.1'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'from a view that cannot be written is refused',
      request: remove('/ship_list?id=eq.1'),
      status: 500,
      headers: { 'proxy-status': 'PostgREST; error=55000' },
      body: expect.objectContaining({ code: '55000' }),
    },
  ])
})

describe('ends of a transaction', () => {
  const COMMIT = 'tx=commit'
  scenarios([
    {
      name: 'a project that rolls back keeps nothing',
      request: post('/codes', { code: 'T1' }),
      ...done(201, '*/*'),
    },
    {
      name: 'of what was rolled back nothing is found',
      request: get('/codes?code=eq.T1'),
      ...found('*/*', []),
    },
    {
      name: 'tx=rollback says so',
      request: post('/codes', { code: 'T1' }, prefer('tx=rollback')),
      ...done(201, '*/*', { 'preference-applied': 'tx=rollback' }),
    },
    {
      name: 'tx=commit keeps an insert',
      request: post('/codes', { code: 'T2' }, prefer(COMMIT)),
      ...done(201, '*/*', { 'preference-applied': COMMIT }),
    },
    {
      name: 'what was kept is found',
      request: get('/codes?code=eq.T2&select=uses'),
      ...found('0-0/*', [{ uses: 1 }]),
    },
    {
      name: 'a refused write keeps nothing under tx=commit',
      request: post('/codes', [{ code: 'T3' }, { code: 'T2' }], prefer(COMMIT)),
      status: 409,
      headers: { 'preference-applied': null },
      body: expect.objectContaining({ code: '23505' }),
    },
    {
      name: 'of the refused write nothing is found',
      request: get('/codes?code=eq.T3'),
      ...found('*/*', []),
    },
    {
      name: 'a function’s write is kept',
      request: post('/rpc/add_code', { code: 'T4' }, prefer(COMMIT)),
      status: 204,
      headers: { 'preference-applied': COMMIT },
      body: nothing,
    },
    {
      name: 'a function’s write is found',
      request: get('/codes?code=eq.T4&select=uses'),
      ...found('0-0/*', [{ uses: 0 }]),
    },
    {
      name: 'a function’s write is undone',
      request: post('/rpc/add_code', { code: 'T5' }),
      status: 204,
      headers: { 'preference-applied': null },
      body: nothing,
    },
    {
      name: 'an upsert is kept',
      request: post(
        '/codes?select=uses',
        { code: 'T2', uses: 9 },
        prefer('resolution=merge-duplicates', FULL, COMMIT),
      ),
      ...returned(200, [{ uses: 9 }], {
        'preference-applied': `resolution=merge-duplicates, ${FULL}, ${COMMIT}`,
      }),
    },
    {
      name: 'reading takes the preference too',
      request: get('/codes?code=eq.T2&select=uses', prefer(COMMIT)),
      ...found('0-0/*', [{ uses: 9 }], { headers: { 'preference-applied': COMMIT } }),
    },
    {
      name: 'a delete is kept',
      request: remove('/codes?code=like.T*', prefer(COMMIT, 'count=exact')),
      ...done(204, '*/2', { 'preference-applied': `count=exact, ${COMMIT}` }),
    },
    { name: 'what was deleted is gone', request: get('/codes?code=like.T*'), ...found('*/*', []) },
  ])
})

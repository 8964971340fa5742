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
    {
      name: 'returns no body by default',
      request: remove('/codes?code=eq.A'),
      ...done(204, '*/*'),
    },
    {
      name: 'with return=minimal applies the preference',
      request: remove('/codes?code=eq.A', prefer('return=minimal')),
      ...done(204, '*/*', { 'preference-applied': 'return=minimal' }),
    },
    {
      name: 'with return=representation returns the deleted rows',
      request: remove('/codes?code=eq.A', prefer(FULL)),
      ...returned(200, [{ code: 'A', meaning: 'alpha', uses: 5 }]),
    },
    {
      name: 'returns the selected columns',
      request: remove('/codes?select=code&order=code', prefer(FULL)),
      ...returned(200, [{ code: 'A' }, { code: 'B' }]),
    },
    {
      name: 'returns casts and aliases',
      request: remove('/codes?code=eq.B&select=c:code,n:uses::text', prefer(FULL)),
      ...returned(200, [{ c: 'B', n: '2' }]),
    },
    {
      name: 'can count the rows',
      request: remove('/codes?uses=gt.1', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'can count and return the rows',
      request: remove('/codes?code=eq.A&select=code', prefer(FULL, 'count=exact')),
      ...returned(200, [{ code: 'A' }], {
        'content-range': '*/1',
        'preference-applied': `${FULL}, count=exact`,
      }),
    },
    { name: 'no rows is not an error', request: remove('/codes?code=eq.Z'), ...done(204, '*/*') },
    {
      name: 'no rows returns an empty list',
      request: remove('/codes?code=eq.Z', prefer(FULL)),
      ...returned(200, []),
    },
    {
      name: 'returns related rows',
      request: remove('/certificates?ship_id=eq.1&select=issuer,ships(name)', prefer(FULL)),
      ...returned(200, [{ issuer: 'DNV', ships: { name: 'Albatross' } }]),
    },
    {
      name: 'returns rows in the requested order',
      request: remove('/codes?select=code&order=uses', prefer(FULL)),
      ...returned(200, [{ code: 'B' }, { code: 'A' }]),
    },
    {
      name: 'can filter by groups',
      request: remove('/codes?or=(code.eq.A,uses.eq.2)', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'can filter by a computed column',
      request: remove('/ships?is_heavy=is.false&select=id&order=id', prefer(FULL)),
      ...returned(200, [{ id: 2 }, { id: 4 }]),
    },
    {
      name: 'works on a partitioned table',
      request: remove('/readings?year=lt.2000', prefer('count=exact')),
      ...done(204, '*/1', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'works on a simple view',
      request: remove('/crane_list?id=eq.4&select=id', prefer(FULL)),
      ...returned(200, [{ id: 4 }]),
    },
    {
      name: 'can return CSV',
      request: remove('/codes?code=eq.A&select=code', { ...prefer(FULL), ...accept('text/csv') }),
      ...returned(200, raw('code\nA'), { 'content-type': 'text/csv; charset=utf-8' }),
    },
    {
      name: 'ignores limit',
      request: remove('/codes?limit=1', prefer('count=exact')),
      ...done(204, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'ignores missing',
      request: remove('/codes?code=eq.Z', prefer('missing=default')),
      ...done(204, '*/*'),
    },
    {
      name: 'can return one object',
      request: remove('/codes?code=eq.A&select=code', { ...prefer(FULL), ...OBJECT }),
      status: 200,
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      body: { code: 'A' },
    },
    {
      name: 'several rows as one object is rejected',
      request: remove('/codes', OBJECT),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 2 rows',
      }),
    },
    {
      name: 'no row as one object is rejected',
      request: remove('/codes?code=eq.Z', { ...prefer(FULL), ...OBJECT }),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 0 rows',
      }),
    },
    {
      name: 'a row that others reference is rejected',
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
      name: 'by an unknown column is rejected',
      request: remove('/codes?colour=eq.1'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ code: '42703' }),
    },
    {
      name: 'from an unknown table is rejected',
      request: remove('/code?id=eq.1'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'from a view that cannot be written is rejected',
      request: remove('/ship_list?id=eq.1'),
      status: 500,
      headers: { 'proxy-status': 'PostgREST; error=55000' },
      body: expect.objectContaining({ code: '55000' }),
    },
  ])
})

describe('at the end of a transaction,', () => {
  const COMMIT = 'tx=commit'
  scenarios([
    {
      name: 'a project with rollback keeps nothing',
      request: post('/codes', { code: 'T1' }),
      ...done(201, '*/*'),
    },
    {
      name: 'rolled-back rows do not exist',
      request: get('/codes?code=eq.T1'),
      ...found('*/*', []),
    },
    {
      name: 'tx=rollback applies the preference',
      request: post('/codes', { code: 'T1' }, prefer('tx=rollback')),
      ...done(201, '*/*', { 'preference-applied': 'tx=rollback' }),
    },
    {
      name: 'tx=commit keeps an insert',
      request: post('/codes', { code: 'T2' }, prefer(COMMIT)),
      ...done(201, '*/*', { 'preference-applied': COMMIT }),
    },
    {
      name: 'the committed insert exists',
      request: get('/codes?code=eq.T2&select=uses'),
      ...found('0-0/*', [{ uses: 1 }]),
    },
    {
      name: 'a rejected write with tx=commit keeps nothing',
      request: post('/codes', [{ code: 'T3' }, { code: 'T2' }], prefer(COMMIT)),
      status: 409,
      headers: { 'preference-applied': null },
      body: expect.objectContaining({ code: '23505' }),
    },
    {
      name: 'the rejected rows do not exist',
      request: get('/codes?code=eq.T3'),
      ...found('*/*', []),
    },
    {
      name: 'a committed function write is kept',
      request: post('/rpc/add_code', { code: 'T4' }, prefer(COMMIT)),
      status: 204,
      headers: { 'preference-applied': COMMIT },
      body: nothing,
    },
    {
      name: 'the committed function write exists',
      request: get('/codes?code=eq.T4&select=uses'),
      ...found('0-0/*', [{ uses: 0 }]),
    },
    {
      name: 'a rolled-back function write is undone',
      request: post('/rpc/add_code', { code: 'T5' }),
      status: 204,
      headers: { 'preference-applied': null },
      body: nothing,
    },
    {
      name: 'a committed upsert is kept',
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
      name: 'a read accepts the preference too',
      request: get('/codes?code=eq.T2&select=uses', prefer(COMMIT)),
      ...found('0-0/*', [{ uses: 9 }], { headers: { 'preference-applied': COMMIT } }),
    },
    {
      name: 'a committed delete is kept',
      request: remove('/codes?code=like.T*', prefer(COMMIT, 'count=exact')),
      ...done(204, '*/2', { 'preference-applied': `count=exact, ${COMMIT}` }),
    },
    {
      name: 'the deleted row does not exist',
      request: get('/codes?code=like.T*'),
      ...found('*/*', []),
    },
  ])
})

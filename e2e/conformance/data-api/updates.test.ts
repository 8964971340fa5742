import { describe, expect } from 'vitest'
import {
  accept,
  done,
  FULL,
  patch,
  prefer,
  raw,
  refused,
  returned,
  scenarios,
  sending,
} from '../../support/scenarios.ts'

const OBJECT = accept('application/vnd.pgrst.object+json')

describe('an update', () => {
  scenarios([
    {
      name: 'returns no body by default',
      request: patch('/codes?code=eq.A', { uses: 6 }),
      ...done(204, '0-0/*'),
    },
    {
      name: 'with return=minimal applies the preference',
      request: patch('/codes?code=eq.A', { uses: 6 }, prefer('return=minimal')),
      ...done(204, '0-0/*', { 'preference-applied': 'return=minimal' }),
    },
    {
      name: 'with return=headers-only returns no location',
      request: patch('/codes?code=eq.A', { uses: 6 }, prefer('return=headers-only')),
      ...done(204, '0-0/*', { 'preference-applied': 'return=headers-only', location: null }),
    },
    {
      name: 'with return=representation returns the rows',
      request: patch('/codes?code=eq.A', { uses: 6 }, prefer(FULL)),
      ...returned(200, [{ code: 'A', meaning: 'alpha', uses: 6 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'returns the selected columns',
      request: patch('/codes?uses=gt.0&select=uses&order=code', { uses: 7 }, prefer(FULL)),
      ...returned(200, [{ uses: 7 }, { uses: 7 }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'can count the rows',
      request: patch('/codes?uses=gt.0', { uses: 7 }, prefer('count=exact')),
      ...done(204, '0-1/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'without a filter changes every row',
      request: patch('/codes', { uses: 0 }, prefer('count=exact')),
      ...done(204, '0-1/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'of no rows returns no body',
      request: patch('/codes?code=eq.Z', { uses: 6 }),
      ...done(204, '*/*'),
    },
    {
      name: 'of no rows returns an empty list',
      request: patch('/codes?code=eq.Z', { uses: 6 }, prefer(FULL)),
      ...returned(200, [], { 'content-range': '*/*' }),
    },
    {
      name: 'of no rows counts 0',
      request: patch('/codes?code=eq.Z', { uses: 6 }, prefer('count=exact')),
      ...done(204, '*/0', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'with an empty object changes nothing',
      request: patch('/codes', {}),
      ...done(204, '*/*'),
    },
    {
      name: 'with an empty object returns an empty list',
      request: patch('/codes', {}, prefer(FULL)),
      ...returned(200, [], { 'content-range': '*/*' }),
    },
    {
      name: 'with an empty list changes nothing',
      request: patch('/codes', []),
      ...done(204, '*/*'),
    },
    {
      name: 'with a list of an empty object changes nothing',
      request: patch('/codes', [{}], prefer(FULL)),
      ...returned(200, [], { 'content-range': '*/*' }),
    },
    {
      name: 'with a list of one object changes by it',
      request: patch('/codes?code=eq.B&select=uses', [{ uses: 3 }], prefer(FULL)),
      ...returned(200, [{ uses: 3 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'can set null',
      request: patch('/codes?code=eq.A&select=meaning', { meaning: null }, prefer(FULL)),
      ...returned(200, [{ meaning: null }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'can change the key',
      request: patch('/codes?code=eq.A', { code: 'Å' }, prefer(FULL)),
      ...returned(200, [{ code: 'Å', meaning: 'alpha', uses: 5 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'can change several columns',
      request: patch('/slots?hour=eq.9', { ship: 'Other', note: null }, prefer(FULL)),
      ...returned(200, [{ day: '2024-01-01', hour: 9, ship: 'Other', note: null }], {
        'content-range': '0-0/*',
      }),
    },
    {
      name: 'returns casts, aliases, and JSON paths',
      request: patch(
        '/ships?id=eq.1&select=n:id::text,specs->>code',
        { remark: 'x' },
        prefer(FULL),
      ),
      ...returned(200, [{ n: '1', code: 'AL-1' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'returns related rows',
      request: patch(
        '/ships?id=eq.2&select=id,harbours(name),calls(id)',
        { home_id: 3 },
        prefer(FULL),
      ),
      ...returned(200, [{ id: 2, harbours: { name: 'Porto' }, calls: [{ id: 3 }] }], {
        'content-range': '0-0/*',
      }),
    },
    {
      name: 'returns filtered related rows',
      request: patch(
        '/ships?id=eq.1&select=id,calls(id)&calls.fee=lt.60',
        { active: false },
        prefer(FULL),
      ),
      ...returned(200, [{ id: 1, calls: [{ id: 2 }] }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'returns rows in the requested order',
      request: patch('/codes?select=code&order=code.desc', { uses: 1 }, prefer(FULL)),
      ...returned(200, [{ code: 'B' }, { code: 'A' }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'can change a filtered column',
      request: patch('/codes?uses=eq.5&select=code,uses', { uses: 50 }, prefer(FULL)),
      ...returned(200, [{ code: 'A', uses: 50 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'can filter by groups',
      request: patch(
        '/codes?or=(code.eq.A,code.eq.B)&select=code&order=code',
        { uses: 1 },
        prefer(FULL),
      ),
      ...returned(200, [{ code: 'A' }, { code: 'B' }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'can filter by a JSON path',
      request: patch('/ships?specs->>code=eq.BE-2&select=id', { remark: 'x' }, prefer(FULL)),
      ...returned(200, [{ id: 2 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'works on a simple view',
      request: patch('/big_ships?id=eq.1&select=title', { title: 'Renamed' }, prefer(FULL)),
      ...returned(200, [{ title: 'Renamed' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'works on a partitioned table',
      request: patch('/readings?place=eq.bow&select=year&order=year', { value: 0 }, prefer(FULL)),
      ...returned(200, [{ year: 1999 }, { year: 2001 }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'ignores limit',
      request: patch('/codes?select=code&order=code&limit=1', { uses: 1 }, prefer(FULL)),
      ...returned(200, [{ code: 'A' }, { code: 'B' }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'ignores limits on related rows, but not their order',
      request: patch(
        '/harbours?id=eq.1&select=id,calls(id)&calls.order=id.desc&calls.limit=1&calls.offset=1',
        { berths: 9 },
        prefer(FULL),
      ),
      ...returned(200, [{ id: 1, calls: [{ id: 4 }, { id: 3 }, { id: 1 }] }], {
        'content-range': '0-0/*',
      }),
    },
    {
      name: 'ignores limits on resources that are not embedded',
      request: patch('/harbours?id=eq.1&select=id&calls.limit=1', { berths: 9 }, prefer(FULL)),
      ...returned(200, [{ id: 1 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'ignores Range',
      request: patch(
        '/codes?select=code&order=code',
        { uses: 1 },
        { ...prefer(FULL), range: '0-0' },
      ),
      ...returned(200, [{ code: 'A' }, { code: 'B' }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'can return CSV',
      request: patch(
        '/codes?code=eq.A&select=code,uses',
        { uses: 1 },
        { ...prefer(FULL), ...accept('text/csv') },
      ),
      ...returned(200, raw('code,uses\nA,1'), {
        'content-type': 'text/csv; charset=utf-8',
        'content-range': '0-0/*',
      }),
    },
    {
      name: 'accepts a form',
      request: patch('/codes?code=eq.A&select=meaning', 'meaning=a+b', {
        ...prefer(FULL),
        ...sending('application/x-www-form-urlencoded'),
      }),
      ...returned(200, [{ meaning: 'a b' }], { 'content-range': '0-0/*' }),
    },
  ])
})

describe('columns of an update', () => {
  scenarios([
    {
      name: 'the columns parameter selects which keys are used',
      request: patch(
        '/codes?code=eq.A&columns=uses&select=meaning,uses',
        { uses: 1, meaning: 'no' },
        prefer(FULL),
      ),
      ...returned(200, [{ meaning: 'alpha', uses: 1 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'missing columns become null',
      request: patch(
        '/codes?code=eq.A&columns=uses,meaning&select=meaning,uses',
        { uses: 1 },
        prefer(FULL),
      ),
      ...returned(200, [{ meaning: null, uses: 1 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'missing=default sets missing columns to their default',
      request: patch(
        '/codes?code=eq.A&columns=uses,meaning&select=meaning,uses',
        { meaning: 'x' },
        prefer(FULL, 'missing=default'),
      ),
      ...returned(200, [{ meaning: 'x', uses: 1 }], {
        'content-range': '0-0/*',
        'preference-applied': `missing=default, ${FULL}`,
      }),
    },
    {
      name: 'an unknown key is rejected',
      request: patch('/codes?code=eq.A', { colour: 1 }),
      ...refused(
        400,
        'PGRST204',
        "Could not find the 'colour' column of 'codes' in the schema cache",
      ),
    },
    {
      name: 'an unknown filter column is rejected',
      request: patch('/codes?colour=eq.1', { uses: 1 }),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ code: '42703' }),
    },
    {
      name: 'a missing body is rejected',
      request: patch('/codes?code=eq.A', ''),
      ...refused(400, 'PGRST102', 'Empty or invalid json'),
    },
    {
      name: 'an unknown table is rejected',
      request: patch('/code?id=eq.1', { a: 1 }),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'a duplicate key is rejected',
      request: patch('/codes?code=eq.A', { code: 'B' }),
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23505' },
      body: expect.objectContaining({ code: '23505' }),
    },
    {
      name: 'changing a referenced key is rejected',
      request: patch('/docks?harbour_id=eq.1&number=eq.1', { number: 7 }),
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23503' },
      body: expect.objectContaining({ code: '23503' }),
    },
    {
      name: 'a view that cannot be written is rejected',
      request: patch('/ship_list?id=eq.1', { name: 'x' }),
      status: 500,
      headers: { 'proxy-status': 'PostgREST; error=55000' },
      body: expect.objectContaining({ code: '55000' }),
    },
    {
      name: 'a materialized view is rejected',
      request: patch('/harbour_fees?harbour_id=eq.1', { total: 1 }),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42809' },
      body: expect.objectContaining({ code: '42809' }),
    },
    {
      name: 'an inner join filters the response and its count, not the update',
      request: patch(
        '/ships?id=lt.4&select=id,harbours!inner(name)&harbours.name=eq.Lorient',
        { remark: 'x' },
        prefer(FULL, 'count=exact'),
      ),
      ...returned(200, [{ id: 3, harbours: { name: 'Lorient' } }], {
        'content-range': '0-0/1',
        'preference-applied': `${FULL}, count=exact`,
      }),
    },
    {
      name: 'the response is not filtered again by changed columns',
      request: patch(
        '/codes?or=(uses.eq.5,uses.eq.2)&select=code&order=code',
        { uses: 9 },
        prefer(FULL),
      ),
      ...returned(200, [{ code: 'A' }, { code: 'B' }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'a filter on a resource that is not embedded is rejected',
      request: patch('/ships?calls.fee=gt.1', { remark: 'x' }),
      ...refused(400, 'PGRST108', "'calls' is not an embedded resource in this request", {
        hint: "Verify that 'calls' is included in the 'select' query parameter.",
      }),
    },
  ])
})

describe('a single object from an update', () => {
  const many = (count: number) =>
    refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    })
  scenarios([
    {
      name: 'is returned for one row',
      request: patch('/codes?code=eq.A&select=uses', { uses: 1 }, { ...prefer(FULL), ...OBJECT }),
      ...returned(
        200,
        { uses: 1 },
        {
          'content-type': 'application/vnd.pgrst.object+json; charset=utf-8',
          'content-range': '0-0/*',
        },
      ),
    },
    {
      name: 'is not returned if no rows are returned',
      request: patch('/codes?code=eq.A', { uses: 1 }, OBJECT),
      ...done(204, '0-0/*'),
    },
    {
      name: 'is an error for several rows',
      request: patch('/codes', { uses: 1 }, { ...prefer(FULL), ...OBJECT }),
      ...many(2),
    },
    {
      name: 'is an error for several rows even if none are returned',
      request: patch('/codes', { uses: 1 }, OBJECT),
      ...many(2),
    },
    {
      name: 'is an error for no rows',
      request: patch('/codes?code=eq.Z', { uses: 1 }, { ...prefer(FULL), ...OBJECT }),
      ...many(0),
    },
    {
      name: 'rolls back the write on an error',
      request: patch('/codes', { uses: 77 }, { ...prefer('tx=commit'), ...OBJECT }),
      ...many(2),
    },
    {
      name: 'leaves the rows unchanged on an error',
      request: patch('/codes?uses=eq.77', { uses: 1 }, prefer('count=exact')),
      ...done(204, '*/0', { 'preference-applied': 'count=exact' }),
    },
  ])
})

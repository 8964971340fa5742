import { describe, expect } from 'vitest'
import {
  done,
  found,
  FULL,
  get,
  JSON_TYPE,
  patch,
  post,
  prefer,
  refused,
  remove,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const denied = (status: number, object: string) =>
  refused(status, '42501', `permission denied for ${object}`, {
    hint: expect.toBeOneOf([null, expect.any(String)]),
    headers: { 'www-authenticate': status === 401 ? 'Bearer' : null },
  })

describe('privileges:', () => {
  scenarios([
    {
      name: 'a table without grants is denied to anonymous callers',
      request: get('/vault'),
      ...denied(401, 'table vault'),
    },
    {
      name: 'a table without grants is denied to signed-in users',
      request: get('/vault', {}, 'user'),
      ...denied(403, 'table vault'),
    },
    {
      name: 'a table without grants is accessible with the service role',
      request: get('/vault', {}, 'service'),
      ...found('0-0/*', [{ id: 1, word: 'hush' }]),
    },
    {
      name: 'a function without grants is denied',
      request: get('/rpc/my_role'),
      ...denied(401, 'function my_role'),
    },
    {
      name: 'a function granted to one role is accessible to it',
      request: get('/rpc/my_role', {}, 'service'),
      ...found('0-0/*', 'service_role'),
    },
    {
      name: 'the select privilege does not allow inserts',
      request: post('/readonly', { id: 2 }),
      ...denied(401, 'table readonly'),
    },
    {
      name: 'the select privilege does not allow updates',
      request: patch('/readonly', { word: 'x' }, {}, 'user'),
      ...denied(403, 'table readonly'),
    },
    {
      name: 'the select privilege does not allow deletes',
      request: remove('/readonly'),
      ...denied(401, 'table readonly'),
    },
    {
      name: 'the insert privilege is enough without returning rows',
      request: post('/inbox', { id: 1, body: 'x' }),
      ...done(201, '*/*'),
    },
    {
      name: 'the insert privilege is enough with return=minimal',
      request: post('/inbox', { id: 1, body: 'x' }, prefer('return=minimal')),
      ...done(201, '*/*', { 'preference-applied': 'return=minimal' }),
    },
    {
      name: 'the insert privilege is not enough to return rows',
      request: post('/inbox', { id: 1, body: 'x' }, prefer(FULL)),
      ...denied(401, 'table inbox'),
    },
    {
      name: 'the insert privilege is not enough to return the location',
      request: post('/inbox', { id: 1, body: 'x' }, prefer('return=headers-only')),
      ...denied(401, 'table inbox'),
    },
    {
      name: 'a related table without grants is denied',
      request: get('/ships?select=id,vault(word)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200' }),
    },
  ])
})

describe('row level security', () => {
  scenarios([
    {
      name: 'shows users their own rows',
      request: get('/notes?select=id,body', {}, 'user'),
      ...found('0-0/*', [{ id: 1, body: 'mine' }]),
    },
    {
      name: 'shows another user other rows',
      request: get('/notes?select=id,body', {}, 'other'),
      ...found('0-0/*', [{ id: 2, body: 'theirs' }]),
    },
    { name: 'shows anonymous callers no rows', request: get('/notes'), ...found('*/*', []) },
    {
      name: 'shows the service role all rows',
      request: get('/notes?select=id&order=id', {}, 'service'),
      ...found('0-1/*', [{ id: 1 }, { id: 2 }]),
    },
    {
      name: 'counts only visible rows',
      request: get('/notes?select=id', prefer('count=exact'), 'user'),
      ...found('0-0/1', [{ id: 1 }]),
    },
    {
      name: 'lets users insert their own rows',
      request: post('/notes?select=owner,body', { body: 'new' }, prefer(FULL), 'user'),
      ...returned(201, [{ owner: 'user-1', body: 'new' }]),
    },
    {
      name: 'rejects a row of another user',
      request: post('/notes', { owner: 'user-2', body: 'x' }, {}, 'user'),
      ...refused(403, '42501', 'new row violates row-level security policy for table "notes"'),
    },
    {
      name: 'rejects a row from an anonymous caller',
      request: post('/notes', { owner: 'user-1', body: 'x' }),
      ...refused(401, '42501', 'new row violates row-level security policy for table "notes"', {
        headers: { 'www-authenticate': 'Bearer' },
      }),
    },
    {
      name: 'updates only visible rows',
      request: patch('/notes?select=id', { body: 'changed' }, prefer(FULL), 'user'),
      ...returned(200, [{ id: 1 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'prevents changing a row’s owner',
      request: patch('/notes?id=eq.1', { owner: 'user-2' }, {}, 'user'),
      ...refused(403, '42501', 'new row violates row-level security policy for table "notes"'),
    },
    {
      name: 'deletes only visible rows',
      request: remove('/notes', prefer('count=exact'), 'other'),
      ...done(204, '*/1', { 'preference-applied': 'count=exact' }),
    },
  ])
})

describe('tokens', () => {
  const past = Math.floor(Date.UTC(2020, 0, 1) / 1000)
  const future = Math.floor(Date.UTC(2099, 0, 1) / 1000)
  const turnedAway = (code: string, message: string, details: string | null = null) => ({
    status: 401,
    headers: {
      'content-type': JSON_TYPE,
      'proxy-status': `PostgREST; error=${code}`,
      'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
    },
    body: { code, message, details, hint: null },
  })
  scenarios([
    {
      name: 'use the role they name',
      request: get('/notes?select=id', {}, { claims: { role: 'authenticated', sub: 'user-2' } }),
      ...found('0-0/*', [{ id: 2 }]),
    },
    {
      name: 'with a later expiry are accepted',
      request: get(
        '/notes?select=id',
        {},
        { claims: { role: 'authenticated', sub: 'user-1', exp: future } },
      ),
      ...found('0-0/*', [{ id: 1 }]),
    },
    {
      name: 'without a role are anonymous',
      request: get('/notes', {}, { claims: { sub: 'user-1' } }),
      ...found('*/*', []),
    },
    {
      name: 'that have expired are rejected',
      request: get('/cargoes', {}, { claims: { role: 'authenticated', exp: past } }),
      ...turnedAway('PGRST303', 'JWT expired'),
    },
    {
      name: 'that are not valid yet are rejected',
      request: get('/cargoes', {}, { claims: { role: 'authenticated', nbf: future } }),
      ...turnedAway('PGRST303', 'JWT not yet valid'),
    },
    {
      name: 'issued in the future are rejected',
      request: get('/cargoes', {}, { claims: { role: 'authenticated', iat: future } }),
      ...turnedAway('PGRST303', 'JWT issued at future'),
    },
    {
      name: 'with an invalid expiry are rejected',
      request: get('/cargoes', {}, { claims: { role: 'authenticated', exp: 'never' } }),
      ...turnedAway('PGRST303', "The JWT 'exp' claim must be a number"),
    },
    {
      name: 'with an invalid audience are rejected',
      request: get('/cargoes', {}, { claims: { role: 'authenticated', aud: [{ crew: true }] } }),
      ...turnedAway('PGRST303', "The JWT 'aud' claim must be a string or an array of strings"),
    },
    {
      name: 'that are empty are rejected',
      request: get('/cargoes', {}, { token: '' }),
      ...turnedAway('PGRST301', 'Empty JWT is sent in Authorization header'),
    },
    {
      name: 'that are truncated are rejected',
      request: get('/cargoes', {}, { token: 'half.atoken' }),
      ...turnedAway('PGRST301', 'Expected 3 parts in JWT; got 2'),
    },
    {
      name: 'signed with another secret are rejected',
      request: get(
        '/cargoes',
        {},
        { token: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmVk' },
      ),
      ...turnedAway(
        'PGRST301',
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      ),
    },
    {
      name: 'signed with an unsupported algorithm are rejected',
      request: get(
        '/cargoes',
        {},
        { token: 'eyJhbGciOiJQUzUxMiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmVk' },
      ),
      ...turnedAway(
        'PGRST301',
        'No suitable key or wrong key type',
        'No suitable key was found to decode the JWT',
      ),
    },
    {
      name: 'whose role is not text are rejected',
      request: get('/cargoes', {}, { claims: { role: 7 } }),
      ...refused(401, '22023', 'role "7" does not exist', {
        headers: { 'www-authenticate': 'Bearer' },
      }),
    },
    {
      name: 'that are malformed are rejected',
      request: get('/cargoes', {}, { token: 'no.token.atall' }),
      status: 401,
      headers: { 'proxy-status': 'PostgREST; error=PGRST301' },
      body: expect.objectContaining({ code: 'PGRST301' }),
    },
    {
      name: 'without a signature are rejected',
      request: get(
        '/cargoes',
        {},
        { token: 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.' },
      ),
      ...turnedAway(
        'PGRST301',
        'Wrong or unsupported encoding algorithm',
        "JWT is unsecured but expected 'alg' was not 'none'",
      ),
    },
    {
      name: 'with an unknown role are rejected',
      request: get('/cargoes', {}, { claims: { role: 'captain' } }),
      ...refused(401, '22023', 'role "captain" does not exist', {
        headers: { 'www-authenticate': 'Bearer' },
      }),
    },
    {
      name: 'with a role that cannot be assumed are rejected',
      request: get('/cargoes', {}, { claims: { role: 'supabase_admin' } }),
      status: 403,
      headers: { 'proxy-status': 'PostgREST; error=42501' },
      body: expect.objectContaining({
        code: '42501',
        message: 'permission denied to set role "supabase_admin"',
      }),
    },
  ])
})

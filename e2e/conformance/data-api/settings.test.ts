import { describe, expect } from 'vitest'
import {
  accept,
  done,
  found,
  FULL,
  get,
  head,
  nothing,
  options,
  post,
  prefer,
  refused,
  remove,
  returned,
  scenarios,
  underSettings,
} from '../../support/scenarios.ts'

describe('a project that commits without override', () => {
  underSettings({ db_tx_end: 'commit' })
  scenarios([
    {
      name: 'keeps a write despite tx=rollback',
      request: post('/codes', { code: 'S1' }, prefer('tx=rollback')),
      ...done(201, '*/*'),
    },
    {
      name: 'has the row it kept',
      request: get('/codes?code=eq.S1&select=code', prefer('tx=rollback')),
      ...found('0-0/*', [{ code: 'S1' }], { headers: { 'preference-applied': null } }),
    },
    {
      name: 'keeps a delete',
      request: remove('/codes?code=eq.S1&select=code', prefer(FULL)),
      ...returned(200, [{ code: 'S1' }]),
    },
  ])
})

describe('a project that commits with override', () => {
  underSettings({ db_tx_end: 'commit-allow-override' })
  scenarios([
    {
      name: 'rolls back a write with tx=rollback',
      request: post('/codes?select=code', { code: 'S2' }, prefer(FULL, 'tx=rollback')),
      ...returned(201, [{ code: 'S2' }], { 'preference-applied': `${FULL}, tx=rollback` }),
    },
    {
      name: 'does not have the rolled-back row',
      request: get('/codes?code=eq.S2'),
      ...found('*/*', []),
    },
    { name: 'commits other writes', request: post('/codes', { code: 'S3' }), ...done(201, '*/*') },
    {
      name: 'has the committed row',
      request: get('/codes?code=eq.S3&select=code'),
      ...found('0-0/*', [{ code: 'S3' }]),
    },
    {
      name: 'rolls back a delete with tx=rollback',
      request: remove('/codes?code=eq.S3', prefer('tx=rollback')),
      ...done(204, '*/*', { 'preference-applied': 'tx=rollback' }),
    },
    {
      name: 'commits a delete',
      request: remove('/codes?code=eq.S3', prefer('count=exact', 'tx=commit')),
      ...done(204, '*/1', { 'preference-applied': 'count=exact, tx=commit' }),
    },
  ])
})

describe('a project that rolls back without override', () => {
  underSettings({ db_tx_end: 'rollback' })
  scenarios([
    {
      name: 'rolls back a write despite tx=commit',
      request: post('/codes', { code: 'S4' }, prefer('tx=commit')),
      ...done(201, '*/*'),
    },
    { name: 'does not have the row', request: get('/codes?code=eq.S4'), ...found('*/*', []) },
  ])
})

describe('a project without execution plans', () => {
  underSettings({ db_plan_enabled: false })
  const PLAN = 'application/vnd.pgrst.plan+json'
  scenarios([
    {
      name: 'rejects the plan of a read',
      request: get('/cargoes', accept(PLAN)),
      ...refused(
        406,
        'PGRST107',
        `None of these media types are available: ${PLAN}; for="application/json"`,
      ),
    },
    {
      name: 'rejects the plan of a function',
      request: get('/rpc/greet', accept(PLAN)),
      status: 406,
      headers: { 'proxy-status': 'PostgREST; error=PGRST107' },
      body: expect.objectContaining({ code: 'PGRST107' }),
    },
    {
      name: 'returns another accepted type',
      request: get('/cargoes?id=eq.1', accept(`${PLAN}, application/json`)),
      ...found('0-0/*', [{ id: 1, name: 'grain' }]),
    },
  ])
})

describe('a project with a pre-request function', () => {
  underSettings({ db_pre_request: 'public.gate' })
  const passed = { 'x-gate': 'passed' }
  const stopped = refused(429, 'PT429', 'too often', { hint: 'wait' })
  const STOP = { 'x-stop': '1' }
  scenarios([
    {
      name: 'lets it set headers of a read',
      request: get('/cargoes?id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], { headers: passed }),
    },
    {
      name: 'lets it set headers of a write',
      request: post('/crates', { id: 80 }),
      ...done(201, '*/*', passed),
    },
    {
      name: 'lets it set headers of a function call',
      request: get('/rpc/greet'),
      ...found('0-0/*', 'ahoy sailor', { headers: passed }),
    },
    { name: 'lets it reject a read', request: get('/cargoes', STOP), ...stopped },
    {
      name: 'lets it reject a write',
      request: post('/crates', { id: 80 }, { ...STOP, ...prefer('tx=commit') }),
      ...stopped,
    },
    {
      name: 'does not have the rejected row',
      request: get('/crates?id=eq.80'),
      ...found('*/*', []),
    },
    {
      name: 'lets it reject a function call',
      request: post('/rpc/add_code', { code: 'X' }, STOP),
      ...stopped,
    },
  ])
})

describe('a project with server timing returns timings', () => {
  underSettings({ server_timing_enabled: true })
  const timed = {
    'server-timing': expect.stringMatching(
      /^(jwt;dur=[\d.]+, )?parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
    ),
  }
  scenarios([
    {
      name: 'for a read',
      request: get('/cargoes?id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], { headers: timed }),
    },
    { name: 'for HEAD', request: head('/cargoes'), ...found('0-2/*', nothing, { headers: timed }) },
    { name: 'for a write', request: post('/crates', { id: 81 }), ...done(201, '*/*', timed) },
    {
      name: 'for a function',
      request: post('/rpc/greet', {}),
      ...found('0-0/*', 'ahoy sailor', { headers: timed }),
    },
    { name: 'for the root', request: head('/'), status: 200, headers: timed, body: nothing },
    ...['/', '/cargoes', '/rpc/greet'].map((path) => ({
      name: `for OPTIONS of ${path}`,
      request: options(path),
      status: 200,
      headers: {
        'server-timing': expect.stringMatching(
          /^(jwt;dur=[\d.]+, )?parse;dur=[\d.]+, response;dur=[\d.]+$/,
        ),
      },
      body: nothing,
    })),
  ])
})

describe('a project without server timing', () => {
  scenarios([
    {
      name: 'returns no timings',
      request: get('/cargoes?id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], { headers: { 'server-timing': null } }),
    },
  ])
})

describe('a project with other exposed schemas', () => {
  underSettings({ exposed_schemas: ['shop'] })
  scenarios([
    {
      name: 'reads the first by default',
      request: get('/items?id=eq.2&select=name'),
      ...found('0-0/*', [{ name: 'anchor' }]),
    },
    {
      name: 'does not know the others',
      request: get('/cargoes', { 'accept-profile': 'public' }),
      ...refused(406, 'PGRST106', 'Invalid schema: public', {
        hint: 'Only the following schemas are exposed: shop',
      }),
    },
    {
      name: 'lists the methods in the first',
      request: options('/orders'),
      status: 200,
      headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' },
      body: nothing,
    },
  ])
})

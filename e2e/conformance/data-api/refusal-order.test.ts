import { describe, expect } from 'vitest'
import {
  accept,
  get,
  patch,
  post,
  prefer,
  put,
  scenarios,
  type Request,
} from '../../support/scenarios.ts'

const STRICT = prefer('handling=strict', 'rowdy')
const NO_TYPE = accept('image/none')
const UNKNOWN = { 'accept-profile': 'nowhere' }

/** Expects the error code that a request with several errors returns. */
const tells = (code: string, request: Request, status: number) => ({
  name: `${code} of ${request.method} ${request.path}`,
  request,
  status,
  headers: { 'proxy-status': `PostgREST; error=${code}` },
  body: expect.objectContaining({ code }),
})

describe('a read with several errors returns the first:', () => {
  scenarios([
    tells('PGRST125', get('/ships/1/name?id=1', UNKNOWN), 404),
    tells('PGRST106', get('/nowhere?id=1', UNKNOWN), 406),
    tells('PGRST100', get('/nowhere?id=1&limit=-1'), 400),
    tells('PGRST103', get('/nowhere?limit=-1', NO_TYPE), 416),
    tells('PGRST205', get('/nowhere', { ...NO_TYPE, ...STRICT }), 404),
    tells('PGRST108', get('/ships?select=sails(*)&calls.id=eq.1', NO_TYPE), 400),
    tells('PGRST200', get('/ships?select=sails(*),calls(*)&order=calls(id)', NO_TYPE), 400),
    tells(
      'PGRST118',
      get('/ships?select=calls(*)&order=calls(id)', { ...NO_TYPE, ...STRICT }),
      400,
    ),
    tells('PGRST107', get('/ships', { ...NO_TYPE, ...STRICT }), 406),
    tells('PGRST122', get('/ships?knots=eq.1', STRICT), 400),
  ])
})

describe('a write with several errors returns the first:', () => {
  scenarios([
    tells('PGRST100', post('/nowhere?columns=', '{', NO_TYPE), 400),
    tells('PGRST102', post('/nowhere', '{', NO_TYPE), 400),
    tells('PGRST114', put('/nowhere?limit=1', '{', NO_TYPE), 400),
    tells('PGRST205', post('/nowhere', { id: 1 }, { ...NO_TYPE, ...STRICT }), 404),
    tells('PGRST200', post('/ships?select=sails(*)', { knots: 1 }, { ...NO_TYPE, ...STRICT }), 400),
    tells('PGRST204', post('/ships', { knots: 1 }, { ...NO_TYPE, ...STRICT }), 400),
    tells('PGRST105', put('/ships?name=eq.x', { id: 1 }, { ...NO_TYPE, ...STRICT }), 405),
    tells('PGRST122', post('/ships', { id: 1 }, { ...NO_TYPE, ...STRICT }), 400),
    tells('PGRST107', post('/ships', { id: 1 }, NO_TYPE), 406),
  ])
})

describe('a function call with several errors returns the first:', () => {
  scenarios([
    tells('PGRST101', patch('/rpc/greet?order=', {}, NO_TYPE), 405),
    tells('PGRST100', get('/rpc/nowhere?name=in.1', NO_TYPE), 400),
    tells('PGRST202', get('/rpc/nowhere?name=x', { ...NO_TYPE, ...STRICT }), 404),
    tells('PGRST107', get('/rpc/greet?name=x', { ...NO_TYPE, ...STRICT }), 406),
    tells('PGRST122', get('/rpc/greet?name=x', STRICT), 400),
  ])
})

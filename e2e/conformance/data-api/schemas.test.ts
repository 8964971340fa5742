import { describe, expect } from 'vitest'
import {
  done,
  found,
  FULL,
  get,
  head,
  nothing,
  patch,
  post,
  prefer,
  put,
  refused,
  remove,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const SHOP = { 'accept-profile': 'shop' }
const INTO_SHOP = { 'content-profile': 'shop' }
const profile = (name: string | null) => ({ headers: { 'content-profile': name } })
const unknown = (name: string) =>
  refused(406, 'PGRST106', `Invalid schema: ${name}`, {
    hint: 'Only the following schemas are exposed: public, shop',
  })

describe('schemas', () => {
  scenarios([
    {
      name: 'the first is the default and is named in the response',
      request: get('/cargoes?id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], profile('public')),
    },
    {
      name: 'the first can be requested and is named in the response',
      request: get('/cargoes?id=eq.1', { 'accept-profile': 'public' }),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], profile('public')),
    },
    {
      name: 'another can be read',
      request: get('/items?id=eq.1', SHOP),
      ...found('0-0/*', [{ id: 1, name: 'rope', price: 9.5 }], profile('shop')),
    },
    {
      name: 'another can be read with HEAD',
      request: head('/items', SHOP),
      ...found('0-1/*', nothing, profile('shop')),
    },
    {
      name: 'another has its own relationships',
      request: get('/orders?select=id,items(name)&id=eq.2', SHOP),
      ...found('0-0/*', [{ id: 2, items: { name: 'anchor' } }], profile('shop')),
    },
    {
      name: 'a table of another does not exist in the first',
      request: get('/items'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({
        message: "Could not find the table 'public.items' in the schema cache",
      }),
    },
    {
      name: 'a table of the first does not exist in another',
      request: get('/ships', SHOP),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({
        message: "Could not find the table 'shop.ships' in the schema cache",
      }),
    },
    {
      name: 'an unknown schema is rejected',
      request: get('/cargoes', { 'accept-profile': 'nowhere' }),
      ...unknown('nowhere'),
    },
    {
      name: 'a schema that is not exposed is rejected',
      request: get('/boxes', { 'accept-profile': 'hold' }),
      ...unknown('hold'),
    },
    {
      name: 'an unknown schema is rejected for a write',
      request: post('/items', { id: 9 }, { 'content-profile': 'nowhere' }),
      ...unknown('nowhere'),
    },
    {
      name: 'another accepts inserts',
      request: post('/items', { id: 9, name: 'mast' }, { ...INTO_SHOP, ...prefer(FULL) }),
      ...returned(201, [{ id: 9, name: 'mast', price: null }], { 'content-profile': 'shop' }),
    },
    {
      name: 'a write that returns no rows does not name the schema',
      request: post('/items', { id: 9, name: 'mast' }, INTO_SHOP),
      ...done(201, '*/*', { 'content-profile': null }),
    },
    {
      name: 'another accepts updates',
      request: patch(
        '/items?id=eq.1&select=price',
        { price: 1 },
        { ...INTO_SHOP, ...prefer(FULL) },
      ),
      ...returned(200, [{ price: 1 }], { 'content-profile': 'shop', 'content-range': '0-0/*' }),
    },
    {
      name: 'another accepts deletes',
      request: remove('/orders?id=eq.1&select=id', { ...INTO_SHOP, ...prefer(FULL) }),
      ...returned(200, [{ id: 1 }], { 'content-profile': 'shop' }),
    },
    {
      name: 'another accepts PUT',
      request: put('/items?id=eq.1', { id: 1, name: 'cord' }, { ...INTO_SHOP, ...prefer(FULL) }),
      status: 200,
      headers: { 'content-profile': 'shop' },
      body: [{ id: 1, name: 'cord', price: 9.5 }],
    },
    {
      name: 'Accept-Profile is ignored for writes',
      request: post('/items', { id: 9, name: 'x' }, SHOP),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'Content-Profile is ignored for reads',
      request: get('/items', INTO_SHOP),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'the first is the default for writes and is named in the response',
      request: post('/cargoes?select=name', { id: 99, name: 'salt' }, prefer(FULL)),
      ...returned(201, [{ name: 'salt' }], { 'content-profile': 'public' }),
    },
    {
      name: 'the root document names its schema',
      request: head('/', SHOP),
      status: 200,
      ...profile('shop'),
      body: nothing,
    },
    {
      name: 'a function of another can be called with GET',
      request: get('/rpc/total', SHOP),
      ...found('0-0/*', 127.5, profile('shop')),
    },
    {
      name: 'a function of another can be called with POST',
      request: post('/rpc/total', {}, INTO_SHOP),
      ...found('0-0/*', 127.5, profile('shop')),
    },
    {
      name: 'a function of another does not exist in the first',
      request: get('/rpc/total'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({ code: 'PGRST202' }),
    },
    {
      name: 'the search path starts with the requested schema',
      request: get('/rpc/show_setting?name=search_path'),
      ...found('0-0/*', expect.stringMatching(/^"?public"?/)),
    },
  ])
})

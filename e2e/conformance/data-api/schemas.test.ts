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
      name: 'the first is read by itself, and named where there are others',
      request: get('/cargoes?id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], profile('public')),
    },
    {
      name: 'the first is read by name, and named',
      request: get('/cargoes?id=eq.1', { 'accept-profile': 'public' }),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], profile('public')),
    },
    {
      name: 'another is read by name',
      request: get('/items?id=eq.1', SHOP),
      ...found('0-0/*', [{ id: 1, name: 'rope', price: 9.5 }], profile('shop')),
    },
    {
      name: 'HEAD reads by name',
      request: head('/items', SHOP),
      ...found('0-1/*', nothing, profile('shop')),
    },
    {
      name: 'relations of another are found in it',
      request: get('/orders?select=id,items(name)&id=eq.2', SHOP),
      ...found('0-0/*', [{ id: 2, items: { name: 'anchor' } }], profile('shop')),
    },
    {
      name: 'a table of another is not found in the first',
      request: get('/items'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({
        message: "Could not find the table 'public.items' in the schema cache",
      }),
    },
    {
      name: 'a table of the first is not found in another',
      request: get('/ships', SHOP),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({
        message: "Could not find the table 'shop.ships' in the schema cache",
      }),
    },
    {
      name: 'an unknown one is refused',
      request: get('/cargoes', { 'accept-profile': 'nowhere' }),
      ...unknown('nowhere'),
    },
    {
      name: 'one that is not exposed is refused',
      request: get('/boxes', { 'accept-profile': 'hold' }),
      ...unknown('hold'),
    },
    {
      name: 'an unknown one is refused for a write',
      request: post('/items', { id: 9 }, { 'content-profile': 'nowhere' }),
      ...unknown('nowhere'),
    },
    {
      name: 'another is written by name',
      request: post('/items', { id: 9, name: 'mast' }, { ...INTO_SHOP, ...prefer(FULL) }),
      ...returned(201, [{ id: 9, name: 'mast', price: null }], { 'content-profile': 'shop' }),
    },
    {
      name: 'a write without an answer does not name it',
      request: post('/items', { id: 9, name: 'mast' }, INTO_SHOP),
      ...done(201, '*/*', { 'content-profile': null }),
    },
    {
      name: 'another is updated by name',
      request: patch(
        '/items?id=eq.1&select=price',
        { price: 1 },
        { ...INTO_SHOP, ...prefer(FULL) },
      ),
      ...returned(200, [{ price: 1 }], { 'content-profile': 'shop', 'content-range': '0-0/*' }),
    },
    {
      name: 'another is deleted from by name',
      request: remove('/orders?id=eq.1&select=id', { ...INTO_SHOP, ...prefer(FULL) }),
      ...returned(200, [{ id: 1 }], { 'content-profile': 'shop' }),
    },
    {
      name: 'another is put into by name',
      request: put('/items?id=eq.1', { id: 1, name: 'cord' }, { ...INTO_SHOP, ...prefer(FULL) }),
      status: 200,
      headers: { 'content-profile': 'shop' },
      body: [{ id: 1, name: 'cord', price: 9.5 }],
    },
    {
      name: 'Accept-Profile means nothing to a write',
      request: post('/items', { id: 9, name: 'x' }, SHOP),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'Content-Profile means nothing to reading',
      request: get('/items', INTO_SHOP),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'the first is written by itself, and named',
      request: post('/cargoes?select=name', { id: 99, name: 'salt' }, prefer(FULL)),
      ...returned(201, [{ name: 'salt' }], { 'content-profile': 'public' }),
    },
    {
      name: 'the document at the root names its own',
      request: head('/', SHOP),
      status: 200,
      ...profile('shop'),
      body: nothing,
    },
    {
      name: 'a function of another by GET',
      request: get('/rpc/total', SHOP),
      ...found('0-0/*', 127.5, profile('shop')),
    },
    {
      name: 'a function of another by POST',
      request: post('/rpc/total', {}, INTO_SHOP),
      ...found('0-0/*', 127.5, profile('shop')),
    },
    {
      name: 'a function of another is not found in the first',
      request: get('/rpc/total'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({ code: 'PGRST202' }),
    },
    {
      name: 'the search path begins with the schema asked for',
      request: get('/rpc/show_setting?name=search_path'),
      ...found('0-0/*', expect.stringMatching(/^"?public"?/)),
    },
  ])
})

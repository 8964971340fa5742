import { describe, expect } from 'vitest'
import { found, get, post, refused, scenarios, unparsed } from '../../support/scenarios.ts'

const order = (terms: string, ...list: readonly number[]) => ({
  request: get(`/ships?select=id&order=${terms}`),
  ...found(
    '0-3/*',
    list.map((id) => ({ id })),
  ),
})

describe('order', () => {
  scenarios([
    { name: 'ascends by itself', ...order('name', 1, 2, 3, 4) },
    { name: 'ascends by word', ...order('tonnage.asc,id', 2, 4, 1, 3) },
    { name: 'descends', ...order('name.desc', 4, 3, 2, 1) },
    { name: 'by several columns', ...order('tonnage.desc,name.desc', 3, 1, 4, 2) },
    { name: 'ascending puts nulls last', ...order('built', 1, 2, 4, 3) },
    { name: 'descending puts nulls first', ...order('built.desc', 3, 4, 2, 1) },
    { name: 'nullsfirst puts them first', ...order('built.nullsfirst', 3, 1, 2, 4) },
    { name: 'asc goes with nullsfirst', ...order('price.asc.nullsfirst,id', 3, 2, 4, 1) },
    { name: 'desc goes with nullslast', ...order('built.desc.nullslast', 4, 2, 1, 3) },
    {
      name: 'a column that is not selected',
      ...order('home_id.desc.nullslast,id.desc', 3, 2, 1, 4),
    },
    { name: 'a computed column', ...order('is_heavy.desc,id.desc', 3, 1, 4, 2) },
    { name: 'a range', ...order('draught.nullsfirst', 3, 2, 1, 4) },
    { name: 'blanks between terms are left out', ...order('tonnage,%20id.desc', 4, 2, 1, 3) },
    {
      name: 'a column of a resource embedded to one',
      request: get('/ships?select=id,harbours(name)&order=harbours(name).desc.nullslast,id'),
      ...found('0-3/*', [
        { id: 3, harbours: { name: 'Lorient' } },
        { id: 1, harbours: { name: 'Bergen' } },
        { id: 2, harbours: { name: 'Bergen' } },
        { id: 4, harbours: null },
      ]),
    },
    {
      name: 'a related column where nothing of the resource is selected',
      request: get('/ships?select=id,harbours()&order=harbours(depth),id'),
      ...found('0-3/*', [{ id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }]),
    },
    {
      name: 'a related column by alias',
      request: get(
        '/ships?select=id,home:harbours(country)&home=not.is.null&order=home(country),id.desc',
      ),
      ...found('0-2/*', [
        { id: 3, home: { country: 'FR' } },
        { id: 2, home: { country: 'NO' } },
        { id: 1, home: { country: 'NO' } },
      ]),
    },
    {
      name: 'a related column by the name it has in the answer',
      request: get('/ships?select=id,harbours(flag:country)&order=harbours(flag).nullsfirst,id'),
      ...found('0-3/*', [
        { id: 4, harbours: null },
        { id: 3, harbours: { flag: 'FR' } },
        { id: 1, harbours: { flag: 'NO' } },
        { id: 2, harbours: { flag: 'NO' } },
      ]),
    },
    {
      name: 'a related column of a one to one',
      request: get(
        '/ships?select=id,certificates(issuer)&certificates=not.is.null&order=certificates(issuer)',
      ),
      ...found('0-1/*', [
        { id: 3, certificates: { issuer: 'BV' } },
        { id: 1, certificates: { issuer: 'DNV' } },
      ]),
    },
    {
      name: 'a place in JSON of a related resource',
      request: get('/certificates?select=ship_id,ships()&order=ships(specs->>code).asc.nullsfirst'),
      ...found('0-1/*', [{ ship_id: 3 }, { ship_id: 1 }]),
    },
    {
      name: 'a related column inside an embed',
      request: get(
        '/harbours?select=id,ships(id,companies!owner_id())&id=eq.1&ships.order=companies(name).asc',
      ),
      ...found('0-0/*', [{ id: 1, ships: [{ id: 2 }, { id: 1 }] }]),
    },
    {
      name: 'the rows of a function',
      request: post('/rpc/ships_over?select=id&order=name.desc', { at_least: 1 }),
      ...found('0-3/*', [{ id: 4 }, { id: 3 }, { id: 2 }, { id: 1 }]),
    },
    {
      name: 'the rows of a resource embedded to many',
      request: get('/harbours?select=id,ships(name)&id=eq.1&ships.order=name.desc'),
      ...found('0-0/*', [{ id: 1, ships: [{ name: 'Beluga' }, { name: 'Albatross' }] }]),
    },
  ])
})

describe('orders that cannot be', () => {
  scenarios([
    {
      name: 'by a resource embedded to many',
      request: get('/harbours?select=id,ships(id)&order=ships(name)'),
      ...refused(400, 'PGRST118', "A related order on 'ships' is not possible", {
        details: "'harbours' and 'ships' do not form a many-to-one or one-to-one relationship",
      }),
    },
    {
      name: 'by a resource that is not embedded',
      request: get('/ships?select=id&order=harbours(name)'),
      ...refused(400, 'PGRST108', "'harbours' is not an embedded resource in this request", {
        hint: "Verify that 'harbours' is included in the 'select' query parameter.",
      }),
    },
    {
      name: 'by a related column that is not selected',
      request: get('/ships?select=id,harbours(id)&order=harbours(name)'),
      ...refused(400, '42703', 'column ships_harbours_1.name does not exist'),
    },
    {
      name: 'by an unknown column',
      request: get('/ships?order=knots'),
      ...refused(400, '42703', 'column ships.knots does not exist'),
    },
    {
      name: 'by a word that is none',
      request: get('/ships?order=id.up'),
      ...unparsed(
        'order',
        'id.up',
        4,
        'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
      ),
    },
    {
      name: 'by nothing',
      request: get('/ships?order='),
      ...unparsed(
        'order',
        '',
        1,
        'unexpected end of input expecting field name (* or [a..z0..9_$])',
      ),
    },
    {
      name: 'by a word that goes on',
      request: get('/ships?order=id.descc'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'by a word for nulls that is none',
      request: get('/ships?order=id.asc.nlsfst'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'by nothing between commas',
      request: get('/ships?order=id,,name'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'by two columns of a related resource at once',
      request: get('/ships?select=id,harbours(id)&order=harbours(name,id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
  ])
})

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
    { name: 'ascends by default', ...order('name', 1, 2, 3, 4) },
    { name: 'ascends with asc', ...order('tonnage.asc,id', 2, 4, 1, 3) },
    { name: 'descends with desc', ...order('name.desc', 4, 3, 2, 1) },
    { name: 'sorts by several columns', ...order('tonnage.desc,name.desc', 3, 1, 4, 2) },
    { name: 'puts nulls last when ascending', ...order('built', 1, 2, 4, 3) },
    { name: 'puts nulls first when descending', ...order('built.desc', 3, 4, 2, 1) },
    { name: 'puts nulls first with nullsfirst', ...order('built.nullsfirst', 3, 1, 2, 4) },
    { name: 'combines asc with nullsfirst', ...order('price.asc.nullsfirst,id', 3, 2, 4, 1) },
    { name: 'combines desc with nullslast', ...order('built.desc.nullslast', 4, 2, 1, 3) },
    {
      name: 'can use a column that is not selected',
      ...order('home_id.desc.nullslast,id.desc', 3, 2, 1, 4),
    },
    { name: 'can use a computed column', ...order('is_heavy.desc,id.desc', 3, 1, 4, 2) },
    { name: 'can use a range', ...order('draught.nullsfirst', 3, 2, 1, 4) },
    { name: 'ignores spaces between terms', ...order('tonnage,%20id.desc', 4, 2, 1, 3) },
    {
      name: 'can use a column of a to-one resource',
      request: get('/ships?select=id,harbours(name)&order=harbours(name).desc.nullslast,id'),
      ...found('0-3/*', [
        { id: 3, harbours: { name: 'Lorient' } },
        { id: 1, harbours: { name: 'Bergen' } },
        { id: 2, harbours: { name: 'Bergen' } },
        { id: 4, harbours: null },
      ]),
    },
    {
      name: 'can use a related column of a resource without selected columns',
      request: get('/ships?select=id,harbours()&order=harbours(depth),id'),
      ...found('0-3/*', [{ id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }]),
    },
    {
      name: 'can use a related column with the alias',
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
      name: 'can use a related column with the name in the response',
      request: get('/ships?select=id,harbours(flag:country)&order=harbours(flag).nullsfirst,id'),
      ...found('0-3/*', [
        { id: 4, harbours: null },
        { id: 3, harbours: { flag: 'FR' } },
        { id: 1, harbours: { flag: 'NO' } },
        { id: 2, harbours: { flag: 'NO' } },
      ]),
    },
    {
      name: 'can use a related column of a one-to-one resource',
      request: get(
        '/ships?select=id,certificates(issuer)&certificates=not.is.null&order=certificates(issuer)',
      ),
      ...found('0-1/*', [
        { id: 3, certificates: { issuer: 'BV' } },
        { id: 1, certificates: { issuer: 'DNV' } },
      ]),
    },
    {
      name: 'can use a JSON path of a related resource',
      request: get('/certificates?select=ship_id,ships()&order=ships(specs->>code).asc.nullsfirst'),
      ...found('0-1/*', [{ ship_id: 3 }, { ship_id: 1 }]),
    },
    {
      name: 'can use a related column inside an embed',
      request: get(
        '/harbours?select=id,ships(id,companies!owner_id())&id=eq.1&ships.order=companies(name).asc',
      ),
      ...found('0-0/*', [{ id: 1, ships: [{ id: 2 }, { id: 1 }] }]),
    },
    {
      name: 'sorts a function’s rows',
      request: post('/rpc/ships_over?select=id&order=name.desc', { at_least: 1 }),
      ...found('0-3/*', [{ id: 4 }, { id: 3 }, { id: 2 }, { id: 1 }]),
    },
    {
      name: 'sorts the rows of a to-many resource',
      request: get('/harbours?select=id,ships(name)&id=eq.1&ships.order=name.desc'),
      ...found('0-0/*', [{ id: 1, ships: [{ name: 'Beluga' }, { name: 'Albatross' }] }]),
    },
  ])
})

describe('order is rejected', () => {
  scenarios([
    {
      name: 'by a to-many resource',
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
      name: 'with an unknown direction',
      request: get('/ships?order=id.up'),
      ...unparsed(
        'order',
        'id.up',
        4,
        'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
      ),
    },
    {
      name: 'without a column',
      request: get('/ships?order='),
      ...unparsed(
        'order',
        '',
        1,
        'unexpected end of input expecting field name (* or [a..z0..9_$])',
      ),
    },
    {
      name: 'with trailing text after the direction',
      request: get('/ships?order=id.descc'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'with an unknown nulls option',
      request: get('/ships?order=id.asc.nlsfst'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'with an empty term',
      request: get('/ships?order=id,,name'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'by two columns of a related resource in one term',
      request: get('/ships?select=id,harbours(id)&order=harbours(name,id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
  ])
})

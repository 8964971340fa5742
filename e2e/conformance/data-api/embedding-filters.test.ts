import { describe } from 'vitest'
import { found, get, prefer, refused, scenarios } from '../../support/scenarios.ts'

const answers = (path: string, ...list: readonly object[]) => ({
  request: get(path),
  ...found(list.length === 0 ? '*/*' : `0-${list.length - 1}/*`, list),
})

describe('filters on embedded resources', () => {
  scenarios([
    {
      name: 'leave the parents and thin out the resource',
      ...answers(
        '/harbours?select=id,calls(id)&order=id&calls.fee=gt.40&calls.order=id',
        { id: 1, calls: [{ id: 1 }] },
        { id: 2, calls: [{ id: 2 }] },
        { id: 3, calls: [] },
        { id: 4, calls: [] },
      ),
    },
    {
      name: 'make a resource to one null',
      ...answers(
        '/ships?select=id,harbours(name)&id=lt.3&order=id&harbours.name=eq.Porto',
        { id: 1, harbours: null },
        { id: 2, harbours: null },
      ),
    },
    {
      name: 'go by the alias',
      ...answers('/harbours?select=id,stops:calls(id)&id=eq.1&stops.crew=eq.2', {
        id: 1,
        stops: [{ id: 3 }],
      }),
    },
    {
      name: 'on the second level',
      ...answers(
        '/companies?select=id,ships!owner_id(id,calls(id))&id=eq.1&ships.calls.harbour_id=eq.2',
        { id: 1, ships: [{ id: 1, calls: [{ id: 2 }] }] },
      ),
    },
    {
      name: 'with or',
      ...answers(
        '/harbours?select=id,calls(id)&id=eq.1&calls.or=(crew.eq.2,fee.is.null)&calls.order=id',
        { id: 1, calls: [{ id: 3 }, { id: 4 }] },
      ),
    },
    {
      name: 'with a negated group',
      ...answers('/harbours?select=id,calls(id)&id=eq.1&calls.not.or=(crew.eq.2,crew.eq.3)', {
        id: 1,
        calls: [{ id: 1 }],
      }),
    },
    {
      name: 'with not',
      ...answers('/harbours?select=id,calls(id)&id=eq.1&calls.crew=not.in.(2,3)', {
        id: 1,
        calls: [{ id: 1 }],
      }),
    },
    {
      name: 'on a place in JSON',
      ...answers('/harbours?select=id,ships(id)&id=eq.1&ships.specs->>code=eq.BE-2', {
        id: 1,
        ships: [{ id: 2 }],
      }),
    },
    {
      name: 'on one many to many',
      ...answers('/ships?select=id,cargoes(id)&id=eq.1&cargoes.name=eq.timber', {
        id: 1,
        cargoes: [{ id: 2 }],
      }),
    },
    {
      name: 'on a resource that shows nothing',
      ...answers('/harbours?select=id,calls!inner()&calls.fee=eq.20', { id: 3 }),
    },
    {
      name: 'on what is not embedded are refused',
      request: get('/harbours?select=id&ships.name=eq.x'),
      ...refused(400, 'PGRST108', "'ships' is not an embedded resource in this request", {
        hint: "Verify that 'ships' is included in the 'select' query parameter.",
      }),
    },
    {
      name: 'go by the name behind an alias too, as do order and limit',
      ...answers(
        '/harbours?select=id,stops:calls(id)&id=eq.1&calls.id=gt.1&calls.order=id.desc&calls.limit=1',
        { id: 1, stops: [{ id: 4 }] },
      ),
    },
    {
      name: 'of a resource that goes by its own name are not of one that has an alias',
      ...answers(
        '/harbours?select=id,stops:calls(id),calls(id)&id=eq.1&calls.id=eq.1&stops.id=eq.3',
        { id: 1, stops: [{ id: 3 }], calls: [{ id: 1 }] },
      ),
    },
    {
      name: 'go by an alias in quotes, as do order, limit and groups',
      ...answers(
        '/harbours?select=id,"all.stops":calls(id)&id=eq.1&"all.stops".id=gt.1&"all.stops".order=id.desc&"all.stops".limit=1&"all.stops".not.or=(id.eq.4)',
        { id: 1, 'all.stops': [{ id: 3 }] },
      ),
    },
    {
      name: 'of a resource that is not there are refused, the last of them',
      request: get(
        '/harbours?select=id,calls(id)&nowhere.id=eq.1&calls.ships.id=eq.1&or=(id.eq.1)',
      ),
      ...refused(400, 'PGRST108', "'ships' is not an embedded resource in this request", {
        hint: "Verify that 'ships' is included in the 'select' query parameter.",
      }),
    },
  ])
})

describe('inner joins', () => {
  scenarios([
    {
      name: 'leave parents out that have none',
      ...answers(
        '/harbours?select=id,ships!inner(id)&order=id&ships.order=id',
        { id: 1, ships: [{ id: 1 }, { id: 2 }] },
        { id: 2, ships: [{ id: 3 }] },
      ),
    },
    {
      name: 'with a filter leave the others out',
      ...answers('/harbours?select=id,ships!inner(id)&ships.active=is.false', {
        id: 1,
        ships: [{ id: 2 }],
      }),
    },
    {
      name: 'to one',
      ...answers('/ships?select=id,harbours!inner(name)&harbours.name=eq.Lorient', {
        id: 3,
        harbours: { name: 'Lorient' },
      }),
    },
    {
      name: 'many to many',
      ...answers(
        '/ships?select=id,cargoes!inner(id)&cargoes.id=eq.1&order=id',
        { id: 1, cargoes: [{ id: 1 }] },
        { id: 3, cargoes: [{ id: 1 }] },
      ),
    },
    {
      name: 'one to one',
      ...answers(
        '/ships?select=id,certificates!inner(issuer)&order=id',
        { id: 1, certificates: { issuer: 'DNV' } },
        { id: 3, certificates: { issuer: 'BV' } },
      ),
    },
    {
      name: 'on every level',
      ...answers(
        '/companies?select=id,ships!owner_id!inner(id,calls!inner(id))&ships.calls.crew=eq.2',
        { id: 2, ships: [{ id: 2, calls: [{ id: 3 }] }] },
      ),
    },
    {
      name: 'on the inner level alone',
      ...answers(
        '/companies?select=id,ships!owner_id(id,calls!inner(id))&ships.calls.crew=eq.2&order=id&id=lt.3',
        { id: 1, ships: [] },
        { id: 2, ships: [{ id: 2, calls: [{ id: 3 }] }] },
      ),
    },
    {
      name: 'left is what a join is by itself',
      ...answers('/ships?select=id,harbours!left(id)&id=eq.4', { id: 4, harbours: null }),
    },
    {
      name: 'by the column',
      ...answers('/ships?select=id,home_id!inner(id)&home_id.country=eq.FR', {
        id: 3,
        home_id: { id: 2 },
      }),
    },
    {
      name: 'count what they leave',
      request: get(
        '/harbours?select=id,ships!inner(id)&ships.active=is.false',
        prefer('count=exact'),
      ),
      ...found('0-0/1', [{ id: 1, ships: [{ id: 2 }] }]),
    },
    {
      name: 'of a view',
      ...answers(
        '/harbours?select=id,big_ships!inner(id)&order=id',
        { id: 1, big_ships: [{ id: 1 }] },
        { id: 2, big_ships: [{ id: 3 }] },
      ),
    },
  ])
})

describe('resources that are there or not', () => {
  scenarios([
    {
      name: 'is null finds parents without',
      ...answers('/ships?select=id,harbours(name)&harbours=is.null', { id: 4, harbours: null }),
    },
    {
      name: 'is null finds parents without many',
      ...answers(
        '/harbours?select=id,ships(id)&ships=is.null&order=id',
        { id: 3, ships: [] },
        { id: 4, ships: [] },
      ),
    },
    {
      name: 'not is null finds parents with',
      ...answers('/harbours?select=id,ships()&ships=not.is.null&order=id', { id: 1 }, { id: 2 }),
    },
    {
      name: 'not_null finds them too',
      ...answers('/harbours?select=id,ships()&ships=is.not_null&order=id', { id: 1 }, { id: 2 }),
    },
    {
      name: 'goes with a filter on the resource',
      ...answers('/ships?select=id,calls()&calls.harbour_id=eq.1&calls=is.null&order=id', {
        id: 3,
      }),
    },
    {
      name: 'goes by the alias',
      ...answers('/ships?select=id,port:harbours()&port=is.null', { id: 4 }),
    },
    {
      name: 'two resources, one of which must be there',
      ...answers(
        '/ships?select=id,certificates(),cargoes()&or=(certificates.not.is.null,cargoes.not.is.null)&order=id',
        { id: 1 },
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'two resources, neither of which may be there',
      ...answers(
        '/ships?select=id,certificates(),cargoes()&and=(certificates.is.null,cargoes.is.null)',
        { id: 2 },
      ),
    },
    {
      name: 'a resource or a column',
      ...answers(
        '/ships?select=id,certificates()&or=(certificates.is.null,tonnage.gt.9000)&order=id',
        { id: 2 },
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'a filter on one of two resources',
      ...answers(
        '/ships?select=id,harbours(),calls()&harbours.country=eq.FR&calls.crew=eq.3&or=(harbours.not.is.null,calls.not.is.null)&order=id',
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'inside an embed',
      ...answers(
        '/harbours?select=id,ships(id,certificates())&id=eq.1&ships.certificates=is.null',
        { id: 1, ships: [{ id: 2 }] },
      ),
    },
    {
      name: 'one many to many',
      ...answers('/ships?select=id,cargoes()&cargoes=is.null', { id: 2 }),
    },
    {
      name: 'a resource whose columns are null is there',
      ...answers('/calls?select=id,ships(price)&ships=not.is.null&ships.id=eq.3'),
    },
    {
      name: 'a column that gives the resource its name is filtered by',
      ...answers('/ships?select=id,home_id(name)&home_id=eq.2', {
        id: 3,
        home_id: { name: 'Lorient' },
      }),
    },
    {
      name: 'a column under the resource’s alias is filtered by',
      ...answers('/ships?select=id,home:home_id(name)&home_id=eq.2', {
        id: 3,
        home: { name: 'Lorient' },
      }),
    },
    {
      name: 'any other operator is of a column',
      request: get('/ships?select=id,harbours(name)&harbours=eq.1'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
    {
      name: 'any other word behind is is of a column',
      request: get('/ships?select=id,harbours(name)&harbours=is.true'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
    {
      name: 'a list is of a column inside a group too',
      request: get('/ships?select=id,harbours(name)&or=(harbours.in.(1),id.eq.1)'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
  ])
})

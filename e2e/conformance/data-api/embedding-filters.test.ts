import { describe } from 'vitest'
import { found, get, prefer, refused, scenarios } from '../../support/scenarios.ts'

const answers = (path: string, ...list: readonly object[]) => ({
  request: get(path),
  ...found(list.length === 0 ? '*/*' : `0-${list.length - 1}/*`, list),
})

describe('filters on embedded resources', () => {
  scenarios([
    {
      name: 'keep the parents and filter the embedded rows',
      ...answers(
        '/harbours?select=id,calls(id)&order=id&calls.fee=gt.40&calls.order=id',
        { id: 1, calls: [{ id: 1 }] },
        { id: 2, calls: [{ id: 2 }] },
        { id: 3, calls: [] },
        { id: 4, calls: [] },
      ),
    },
    {
      name: 'set a filtered-out to-one resource to null',
      ...answers(
        '/ships?select=id,harbours(name)&id=lt.3&order=id&harbours.name=eq.Porto',
        { id: 1, harbours: null },
        { id: 2, harbours: null },
      ),
    },
    {
      name: 'can use the alias',
      ...answers('/harbours?select=id,stops:calls(id)&id=eq.1&stops.crew=eq.2', {
        id: 1,
        stops: [{ id: 3 }],
      }),
    },
    {
      name: 'work on the second level',
      ...answers(
        '/companies?select=id,ships!owner_id(id,calls(id))&id=eq.1&ships.calls.harbour_id=eq.2',
        { id: 1, ships: [{ id: 1, calls: [{ id: 2 }] }] },
      ),
    },
    {
      name: 'work with or',
      ...answers(
        '/harbours?select=id,calls(id)&id=eq.1&calls.or=(crew.eq.2,fee.is.null)&calls.order=id',
        { id: 1, calls: [{ id: 3 }, { id: 4 }] },
      ),
    },
    {
      name: 'work with a negated group',
      ...answers('/harbours?select=id,calls(id)&id=eq.1&calls.not.or=(crew.eq.2,crew.eq.3)', {
        id: 1,
        calls: [{ id: 1 }],
      }),
    },
    {
      name: 'work with not',
      ...answers('/harbours?select=id,calls(id)&id=eq.1&calls.crew=not.in.(2,3)', {
        id: 1,
        calls: [{ id: 1 }],
      }),
    },
    {
      name: 'work on a JSON path',
      ...answers('/harbours?select=id,ships(id)&id=eq.1&ships.specs->>code=eq.BE-2', {
        id: 1,
        ships: [{ id: 2 }],
      }),
    },
    {
      name: 'work on a many-to-many resource',
      ...answers('/ships?select=id,cargoes(id)&id=eq.1&cargoes.name=eq.timber', {
        id: 1,
        cargoes: [{ id: 2 }],
      }),
    },
    {
      name: 'work on a resource without selected columns',
      ...answers('/harbours?select=id,calls!inner()&calls.fee=eq.20', { id: 3 }),
    },
    {
      name: 'are rejected for resources that are not embedded',
      request: get('/harbours?select=id&ships.name=eq.x'),
      ...refused(400, 'PGRST108', "'ships' is not an embedded resource in this request", {
        hint: "Verify that 'ships' is included in the 'select' query parameter.",
      }),
    },
    {
      name: 'can use the original name of an aliased resource, as can order and limit',
      ...answers(
        '/harbours?select=id,stops:calls(id)&id=eq.1&calls.id=gt.1&calls.order=id.desc&calls.limit=1',
        { id: 1, stops: [{ id: 4 }] },
      ),
    },
    {
      name: 'by a resource’s own name do not affect an aliased one',
      ...answers(
        '/harbours?select=id,stops:calls(id),calls(id)&id=eq.1&calls.id=eq.1&stops.id=eq.3',
        { id: 1, stops: [{ id: 3 }], calls: [{ id: 1 }] },
      ),
    },
    {
      name: 'can use a quoted alias, as can order, limit, and groups',
      ...answers(
        '/harbours?select=id,"all.stops":calls(id)&id=eq.1&"all.stops".id=gt.1&"all.stops".order=id.desc&"all.stops".limit=1&"all.stops".not.or=(id.eq.4)',
        { id: 1, 'all.stops': [{ id: 3 }] },
      ),
    },
    {
      name: 'on several resources that are not embedded report the last one',
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
      name: 'remove parents without matches',
      ...answers(
        '/harbours?select=id,ships!inner(id)&order=id&ships.order=id',
        { id: 1, ships: [{ id: 1 }, { id: 2 }] },
        { id: 2, ships: [{ id: 3 }] },
      ),
    },
    {
      name: 'with a filter remove other parents',
      ...answers('/harbours?select=id,ships!inner(id)&ships.active=is.false', {
        id: 1,
        ships: [{ id: 2 }],
      }),
    },
    {
      name: 'work to-one',
      ...answers('/ships?select=id,harbours!inner(name)&harbours.name=eq.Lorient', {
        id: 3,
        harbours: { name: 'Lorient' },
      }),
    },
    {
      name: 'work many-to-many',
      ...answers(
        '/ships?select=id,cargoes!inner(id)&cargoes.id=eq.1&order=id',
        { id: 1, cargoes: [{ id: 1 }] },
        { id: 3, cargoes: [{ id: 1 }] },
      ),
    },
    {
      name: 'work one-to-one',
      ...answers(
        '/ships?select=id,certificates!inner(issuer)&order=id',
        { id: 1, certificates: { issuer: 'DNV' } },
        { id: 3, certificates: { issuer: 'BV' } },
      ),
    },
    {
      name: 'work on every level',
      ...answers(
        '/companies?select=id,ships!owner_id!inner(id,calls!inner(id))&ships.calls.crew=eq.2',
        { id: 2, ships: [{ id: 2, calls: [{ id: 3 }] }] },
      ),
    },
    {
      name: 'work only on the inner level',
      ...answers(
        '/companies?select=id,ships!owner_id(id,calls!inner(id))&ships.calls.crew=eq.2&order=id&id=lt.3',
        { id: 1, ships: [] },
        { id: 2, ships: [{ id: 2, calls: [{ id: 3 }] }] },
      ),
    },
    {
      name: 'are left joins by default',
      ...answers('/ships?select=id,harbours!left(id)&id=eq.4', { id: 4, harbours: null }),
    },
    {
      name: 'work with a column hint',
      ...answers('/ships?select=id,home_id!inner(id)&home_id.country=eq.FR', {
        id: 3,
        home_id: { id: 2 },
      }),
    },
    {
      name: 'affect the count',
      request: get(
        '/harbours?select=id,ships!inner(id)&ships.active=is.false',
        prefer('count=exact'),
      ),
      ...found('0-0/1', [{ id: 1, ships: [{ id: 2 }] }]),
    },
    {
      name: 'work on a view',
      ...answers(
        '/harbours?select=id,big_ships!inner(id)&order=id',
        { id: 1, big_ships: [{ id: 1 }] },
        { id: 2, big_ships: [{ id: 3 }] },
      ),
    },
  ])
})

describe('existence filters on resources:', () => {
  scenarios([
    {
      name: 'is null finds parents without a to-one resource',
      ...answers('/ships?select=id,harbours(name)&harbours=is.null', { id: 4, harbours: null }),
    },
    {
      name: 'is null finds parents without to-many rows',
      ...answers(
        '/harbours?select=id,ships(id)&ships=is.null&order=id',
        { id: 3, ships: [] },
        { id: 4, ships: [] },
      ),
    },
    {
      name: 'not is null finds parents with a resource',
      ...answers('/harbours?select=id,ships()&ships=not.is.null&order=id', { id: 1 }, { id: 2 }),
    },
    {
      name: 'not_null finds parents with a resource',
      ...answers('/harbours?select=id,ships()&ships=is.not_null&order=id', { id: 1 }, { id: 2 }),
    },
    {
      name: 'combine with a filter on the resource',
      ...answers('/ships?select=id,calls()&calls.harbour_id=eq.1&calls=is.null&order=id', {
        id: 3,
      }),
    },
    {
      name: 'can use the alias',
      ...answers('/ships?select=id,port:harbours()&port=is.null', { id: 4 }),
    },
    {
      name: 'one of two resources must exist',
      ...answers(
        '/ships?select=id,certificates(),cargoes()&or=(certificates.not.is.null,cargoes.not.is.null)&order=id',
        { id: 1 },
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'neither of two resources can exist',
      ...answers(
        '/ships?select=id,certificates(),cargoes()&and=(certificates.is.null,cargoes.is.null)',
        { id: 2 },
      ),
    },
    {
      name: 'combine with a column filter',
      ...answers(
        '/ships?select=id,certificates()&or=(certificates.is.null,tonnage.gt.9000)&order=id',
        { id: 2 },
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'combine with a filter on one of two resources',
      ...answers(
        '/ships?select=id,harbours(),calls()&harbours.country=eq.FR&calls.crew=eq.3&or=(harbours.not.is.null,calls.not.is.null)&order=id',
        { id: 3 },
        { id: 4 },
      ),
    },
    {
      name: 'work inside an embed',
      ...answers(
        '/harbours?select=id,ships(id,certificates())&id=eq.1&ships.certificates=is.null',
        { id: 1, ships: [{ id: 2 }] },
      ),
    },
    {
      name: 'work many-to-many',
      ...answers('/ships?select=id,cargoes()&cargoes=is.null', { id: 2 }),
    },
    {
      name: 'a resource with only null columns exists',
      ...answers('/calls?select=id,ships(price)&ships=not.is.null&ships.id=eq.3'),
    },
    {
      name: 'a filter can use a column with the resource’s name',
      ...answers('/ships?select=id,home_id(name)&home_id=eq.2', {
        id: 3,
        home_id: { name: 'Lorient' },
      }),
    },
    {
      name: 'a filter can use a column with the resource’s alias',
      ...answers('/ships?select=id,home:home_id(name)&home_id=eq.2', {
        id: 3,
        home: { name: 'Lorient' },
      }),
    },
    {
      name: 'any other operator applies to a column',
      request: get('/ships?select=id,harbours(name)&harbours=eq.1'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
    {
      name: 'any other value after is applies to a column',
      request: get('/ships?select=id,harbours(name)&harbours=is.true'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
    {
      name: 'a list applies to a column, also inside a group',
      request: get('/ships?select=id,harbours(name)&or=(harbours.in.(1),id.eq.1)'),
      ...refused(400, '42703', 'column ships.harbours does not exist'),
    },
  ])
})

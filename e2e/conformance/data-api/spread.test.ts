import { describe, expect } from 'vitest'
import { found, get, refused, scenarios } from '../../support/scenarios.ts'

const answers = (path: string, ...list: readonly object[]) => ({
  request: get(path),
  ...found(list.length === 0 ? '*/*' : `0-${list.length - 1}/*`, list),
})

describe('to-one spreads', () => {
  scenarios([
    {
      name: 'move their columns to the parent',
      ...answers(
        '/ships?select=id,...harbours(port:name)&id=lt.3&order=id',
        { id: 1, port: 'Bergen' },
        { id: 2, port: 'Bergen' },
      ),
    },
    {
      name: 'are null if there is no row',
      ...answers('/ships?select=id,...harbours(port:name,country)&id=eq.4', {
        id: 4,
        port: null,
        country: null,
      }),
    },
    {
      name: 'can select all columns',
      ...answers('/certificates?select=issuer,...ships(*)&ship_id=eq.2'),
    },
    {
      name: 'can select all columns of a small table',
      ...answers('/ship_cargoes?select=tonnes,...cargoes(*)&ship_id=eq.4', {
        tonnes: 5,
        id: 3,
        name: 'steel',
      }),
    },
    {
      name: 'can be nested',
      ...answers('/calls?select=id,...ships(ship:name,...companies!owner_id(owner:name))&id=eq.1', {
        id: 1,
        ship: 'Albatross',
        owner: 'North Line',
      }),
    },
    {
      name: 'can be inside an embed',
      ...answers('/calls?select=id,ships(name,...harbours(home:name))&id=eq.1', {
        id: 1,
        ships: { name: 'Albatross', home: 'Bergen' },
      }),
    },
    {
      name: 'can be inside a to-many embed, with the junction’s columns',
      ...answers(
        '/ships?select=id,load:ship_cargoes(tonnes,...cargoes(name))&id=eq.1&load.order=tonnes',
        {
          id: 1,
          load: [
            { tonnes: 50, name: 'timber' },
            { tonnes: 100, name: 'grain' },
          ],
        },
      ),
    },
    {
      name: 'can contain an embed',
      ...answers('/calls?select=id,...ships(ship:name,harbours(name))&id=eq.1', {
        id: 1,
        ship: 'Albatross',
        harbours: { name: 'Bergen' },
      }),
    },
    {
      name: 'work one-to-one',
      ...answers(
        '/ships?select=id,...certificates(issuer)&id=in.(1,2)&order=id',
        { id: 1, issuer: 'DNV' },
        { id: 2, issuer: null },
      ),
    },
    {
      name: 'work with a hint',
      ...answers('/ships?select=id,...companies!operator_id(operator:name)&id=eq.4', {
        id: 4,
        operator: 'Blue Tug',
      }),
    },
    {
      name: 'work with inner',
      ...answers('/ships?select=id,...harbours!inner(country)&harbours.country=eq.FR', {
        id: 3,
        country: 'FR',
      }),
    },
    {
      name: 'can be filtered by name',
      ...answers(
        '/ships?select=id,...harbours(country)&harbours.country=eq.FR&order=id&id=in.(2,3)',
        { id: 2, country: null },
        { id: 3, country: 'FR' },
      ),
    },
    {
      name: 'work with a cast and a JSON path',
      ...answers('/calls?select=id,...ships(code:specs->>code,weight:tonnage::text)&id=eq.1', {
        id: 1,
        code: 'AL-1',
        weight: '5000',
      }),
    },
    {
      name: 'can be sorted by',
      ...answers(
        '/certificates?select=ship_id,...ships(name)&order=ships(name).desc',
        { ship_id: 3, name: 'Cormorant' },
        { ship_id: 1, name: 'Albatross' },
      ),
    },
    {
      name: 'work with a composite key',
      ...answers('/cranes?select=id,...docks(length)&id=eq.3', { id: 3, length: 90 }),
    },
    {
      name: 'work on a view',
      ...answers('/big_ships?select=id,...harbours(name)&id=eq.3', { id: 3, name: 'Lorient' }),
    },
    {
      name: 'work through a function of a row',
      ...answers(
        '/companies?select=id,...first_ship(ship:name)&id=lt.3&order=id',
        { id: 1, ship: 'Albatross' },
        { id: 2, ship: 'Beluga' },
      ),
    },
    { name: 'can select nothing', ...answers('/ships?select=id,...harbours()&id=eq.1', { id: 1 }) },
    {
      name: 'with an alias do not parse',
      request: get('/ships?select=id,x:...harbours(name)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
  ])
})

describe('to-many spreads', () => {
  scenarios([
    {
      name: 'return their columns as lists',
      ...answers(
        '/harbours?select=id,...calls(crews:crew,fees:fee)&id=lt.3&order=id&calls.order=id',
        { id: 1, crews: [9, 2, 3], fees: [100, 10, null] },
        { id: 2, crews: [8], fees: [50.5] },
      ),
    },
    {
      name: 'are empty lists if there are no rows',
      ...answers('/harbours?select=id,...ships(names:name)&id=eq.4', { id: 4, names: [] }),
    },
    {
      name: 'work many-to-many',
      ...answers(
        '/ships?select=id,...cargoes(loads:name)&id=in.(1,2)&order=id&cargoes.order=name',
        { id: 1, loads: ['grain', 'timber'] },
        { id: 2, loads: [] },
      ),
    },
    {
      name: 'can select all columns',
      ...answers(
        '/ships?select=id,...cargoes(*)&id=eq.4',
        expect.objectContaining({ name: ['steel'] }) as object,
      ),
    },
    {
      name: 'can be filtered',
      ...answers(
        '/harbours?select=id,...calls(crews:crew)&id=eq.1&calls.crew=lt.5&calls.order=crew',
        { id: 1, crews: [2, 3] },
      ),
    },
    {
      name: 'can be sorted',
      ...answers('/harbours?select=id,...calls(crews:crew)&id=eq.1&calls.order=crew.desc', {
        id: 1,
        crews: [9, 3, 2],
      }),
    },
    {
      name: 'can be limited',
      ...answers(
        '/harbours?select=id,...calls(crews:crew)&id=eq.1&calls.order=crew&calls.limit=2',
        { id: 1, crews: [2, 3] },
      ),
    },
    {
      name: 'work with inner',
      ...answers(
        '/harbours?select=id,...ships!inner(names:name)&order=id&ships.order=id',
        { id: 1, names: ['Albatross', 'Beluga'] },
        { id: 2, names: ['Cormorant'] },
      ),
    },
    {
      name: 'can be filtered for existence',
      ...answers(
        '/harbours?select=id,...ships(names:name)&ships=is.null&order=id',
        { id: 3, names: [] },
        { id: 4, names: [] },
      ),
    },
    {
      name: 'can contain a to-one spread',
      ...answers('/harbours?select=id,...calls(days:day,...ships(ships:name))&id=eq.3', {
        id: 3,
        days: ['2024-02-02'],
        ships: ['Dolphin'],
      }),
    },
    {
      name: 'can contain a to-one embed',
      ...answers('/harbours?select=id,...calls(crews:crew,ships(name))&id=eq.2', {
        id: 2,
        crews: [8],
        ships: [{ name: 'Albatross' }],
      }),
    },
    {
      name: 'can be inside a to-one embed',
      ...answers('/ships?select=id,harbours(name,...docks(lengths:length))&id=eq.3', {
        id: 3,
        harbours: { name: 'Lorient', lengths: [90] },
      }),
    },
    {
      name: 'include rows with null columns',
      ...answers('/harbours?select=id,...calls(fees:fee)&id=eq.1&calls.id=eq.4', {
        id: 1,
        fees: [null],
      }),
    },
    {
      name: 'work through a function of a row',
      ...answers(
        '/companies?select=id,...heavy_ships(heavy:name)&id=lt.4&order=id',
        { id: 1, heavy: ['Albatross'] },
        { id: 2, heavy: ['Cormorant'] },
        { id: 3, heavy: [] },
      ),
    },
    {
      name: 'reject aggregates',
      request: get('/harbours?select=id,...calls(fee.sum())'),
      ...refused(400, 'PGRST127', 'Feature not implemented', {
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      }),
    },
  ])
})

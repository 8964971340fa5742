import { describe, expect } from 'vitest'
import {
  found,
  FULL,
  get,
  patch,
  post,
  prefer,
  refused,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const answers = (path: string, ...list: readonly object[]) => ({
  request: get(path),
  ...found(list.length === 0 ? '*/*' : `0-${list.length - 1}/*`, list),
})

describe('computed relationships', () => {
  scenarios([
    {
      name: 'can be to-many',
      ...answers(
        '/companies?select=id,heavy_ships(id)&order=id',
        { id: 1, heavy_ships: [{ id: 1 }] },
        { id: 2, heavy_ships: [{ id: 3 }] },
        { id: 3, heavy_ships: [] },
        { id: 4, heavy_ships: [] },
      ),
    },
    {
      name: 'are to-one if the function promises one row',
      ...answers(
        '/companies?select=id,first_ship(name)&id=in.(2,4)&order=id',
        { id: 2, first_ship: { name: 'Beluga' } },
        { id: 4, first_ship: null },
      ),
    },
    {
      name: 'can have an alias',
      ...answers('/companies?select=id,best:first_ship(id)&id=eq.1', { id: 1, best: { id: 1 } }),
    },
    {
      name: 'can be filtered',
      ...answers('/companies?select=id,heavy_ships(id)&id=eq.2&heavy_ships.tonnage=lt.9', {
        id: 2,
        heavy_ships: [],
      }),
    },
    {
      name: 'can be inner joins',
      ...answers(
        '/companies?select=id,heavy_ships!inner(id)&order=id',
        { id: 1, heavy_ships: [{ id: 1 }] },
        { id: 2, heavy_ships: [{ id: 3 }] },
      ),
    },
    {
      name: 'can be filtered for existence',
      ...answers('/companies?select=id,first_ship()&first_ship=is.null', { id: 4 }),
    },
    {
      name: 'can be sorted by',
      ...answers(
        '/companies?select=id,first_ship(name)&first_ship=not.is.null&order=first_ship(name).desc',
        { id: 3, first_ship: { name: 'Dolphin' } },
        { id: 2, first_ship: { name: 'Beluga' } },
        { id: 1, first_ship: { name: 'Albatross' } },
      ),
    },
    {
      name: 'can be limited',
      ...answers('/companies?select=id,heavy_ships(id)&id=eq.1&heavy_ships.limit=0', {
        id: 1,
        heavy_ships: [],
      }),
    },
    {
      name: 'can contain resources',
      ...answers('/companies?select=id,first_ship(id,harbours(name),calls(id))&id=eq.2', {
        id: 2,
        first_ship: { id: 2, harbours: { name: 'Bergen' }, calls: [{ id: 3 }] },
      }),
    },
    {
      name: 'can be inside a resource',
      ...answers('/ships?select=id,owner:companies!owner_id(first_ship(id))&id=eq.3', {
        id: 3,
        owner: { first_ship: { id: 2 } },
      }),
    },
    {
      name: 'can be counted',
      request: get('/companies?select=id,heavy_ships!inner(id)&order=id', prefer('count=exact')),
      ...found('0-1/2', [
        { id: 1, heavy_ships: [{ id: 1 }] },
        { id: 2, heavy_ships: [{ id: 3 }] },
      ]),
    },
    {
      name: 'replace a relationship with the same name',
      ...answers('/harbours?select=id,cargoes(name)&id=eq.2', {
        id: 2,
        cargoes: [{ name: 'timber' }],
      }),
    },
    {
      name: 'work after an insert',
      request: post('/companies?select=id,heavy_ships(id)', { id: 9, name: 'New' }, prefer(FULL)),
      ...returned(201, [{ id: 9, heavy_ships: [] }]),
    },
    {
      name: 'work after an update',
      request: patch(
        '/companies?id=eq.2&select=id,first_ship(name)',
        { name: 'Other' },
        prefer(FULL),
      ),
      ...returned(200, [{ id: 2, first_ship: { name: 'Beluga' } }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'are suggested for a misspelled name',
      request: get('/companies?select=id,heavy_ship(id)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'companies' and 'heavy_ship' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'companies' and 'heavy_ship' in the schema 'public', but no matches were found.",
          hint: expect.any(String),
        },
      ),
    },
  ])
})

describe('computed columns', () => {
  scenarios([
    {
      name: 'can be selected beside all columns',
      ...answers(
        '/ships?select=*,label&id=eq.4',
        expect.objectContaining({ id: 4, label: 'Dolphin (800 t)' }) as object,
      ),
    },
    {
      name: 'can be selected in embedded resources',
      ...answers('/harbours?select=id,ships(label)&id=eq.2', {
        id: 2,
        ships: [{ label: 'Cormorant (12000 t)' }],
      }),
    },
    {
      name: 'can filter embedded resources',
      ...answers('/harbours?select=id,ships(id)&id=eq.1&ships.is_heavy=is.true', {
        id: 1,
        ships: [{ id: 1 }],
      }),
    },
    {
      name: 'can be selected from a function’s rows',
      ...answers('/rpc/ships_over?at_least=9000&select=label', { label: 'Cormorant (12000 t)' }),
    },
    {
      name: 'can filter a function’s rows',
      ...answers(
        '/rpc/ships_over?at_least=1&select=id&is_heavy=is.false&order=id',
        { id: 2 },
        { id: 4 },
      ),
    },
    {
      name: 'can be selected after an insert',
      request: post(
        '/ships?select=label',
        { id: 9, name: 'Egret', tonnage: 7, owner_id: 1 },
        prefer(FULL),
      ),
      ...returned(201, [{ label: 'Egret (7 t)' }]),
    },
    {
      name: 'can filter an update',
      request: patch('/ships?is_heavy=is.true&select=id&order=id', { remark: 'big' }, prefer(FULL)),
      ...returned(200, [{ id: 1 }, { id: 3 }], { 'content-range': '0-1/*' }),
    },
    {
      name: 'of a table are not available on its view',
      request: get('/big_ships?select=label'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ message: 'column big_ships.label does not exist' }),
    },
    {
      name: 'cannot be written',
      request: patch('/ships?id=eq.1', { label: 'x' }),
      ...refused(
        400,
        'PGRST204',
        "Could not find the 'label' column of 'ships' in the schema cache",
      ),
    },
  ])
})

describe('generated columns', () => {
  scenarios([
    { name: 'can be read', ...answers('/boxes?select=area', { area: 6 }) },
    {
      name: 'follow written values',
      request: post('/boxes', { id: 2, width: 4, height: 5 }, prefer(FULL)),
      ...returned(201, [{ id: 2, width: 4, height: 5, area: 20 }]),
    },
    {
      name: 'cannot be written',
      request: post('/boxes', { id: 2, area: 5 }),
      ...refused(400, '428C9', 'cannot insert a non-DEFAULT value into column "area"', {
        details: 'Column "area" is a generated column.',
      }),
    },
    {
      name: 'that are always identity cannot be written',
      request: post('/serials', { id: 5, label: 'x' }),
      ...refused(400, '428C9', 'cannot insert a non-DEFAULT value into column "id"', {
        details: 'Column "id" is an identity column defined as GENERATED ALWAYS.',
        hint: 'Use OVERRIDING SYSTEM VALUE to override.',
      }),
    },
  ])
})

describe('domains with a custom representation', () => {
  scenarios([
    {
      name: 'are returned in it',
      ...answers('/tariffs?select=price&id=eq.1', { price: '€12.50' }),
    },
    {
      name: 'are returned in it among all columns',
      ...answers('/tariffs?id=eq.2', { id: 2, label: 'pilot', price: '€999.00' }),
    },
    {
      name: 'are returned in it with an alias',
      ...answers('/tariffs?select=cost:price&id=eq.1', { cost: '€12.50' }),
    },
    {
      name: 'return null as null',
      ...answers('/tariffs?select=price&id=eq.3', { price: null }),
    },
    {
      name: 'are cast in it',
      ...answers('/tariffs?select=price::text,short:price::varchar&id=eq.1', {
        price: '"€12.50"',
        short: '"€12.50"',
      }),
    },
    {
      name: 'cannot be cast to a number',
      request: get('/tariffs?select=price::int&id=eq.1'),
      ...refused(400, '42846', 'cannot cast type json to integer'),
    },
    { name: 'are filtered by it', ...answers('/tariffs?select=id&price=eq.€12.50', { id: 1 }) },
    { name: 'are compared by it', ...answers('/tariffs?select=id&price=gt.€13', { id: 2 }) },
    {
      name: 'are filtered by a list in it',
      ...answers('/tariffs?select=id&price=in.(€12.50,€1)', { id: 1 }),
    },
    {
      name: 'are filtered by it in a group',
      ...answers('/tariffs?select=id&or=(price.eq.€999,id.eq.1)&order=id', { id: 1 }, { id: 2 }),
    },
    {
      name: 'are filtered by it with not',
      ...answers('/tariffs?select=id&price=not.eq.€12.50', { id: 2 }),
    },
    { name: 'are filtered by null', ...answers('/tariffs?select=id&price=is.null', { id: 3 }) },
    {
      name: 'are sorted by the stored value',
      ...answers('/tariffs?select=id&order=price.desc.nullslast', { id: 2 }, { id: 1 }, { id: 3 }),
    },
    {
      name: 'are written in it',
      request: post('/tariffs', { id: 4, price: '€0.99' }, prefer(FULL)),
      ...returned(201, [{ id: 4, label: null, price: '€0.99' }]),
    },
    {
      name: 'are written in it by an update',
      request: patch('/tariffs?id=eq.1&select=price', { price: '€2' }, prefer(FULL)),
      ...returned(200, [{ price: '€2.00' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'are written in it by CSV',
      request: post('/tariffs?select=id,price', 'id,price\n5,€3.10', {
        ...prefer(FULL),
        'content-type': 'text/csv',
      }),
      ...returned(201, [{ id: 5, price: '€3.10' }]),
    },
    {
      name: 'are written in it with the columns parameter',
      request: post(
        '/tariffs?columns=id,price&select=price',
        [{ id: 6, price: '€7', label: 'x' }],
        prefer(FULL),
      ),
      ...returned(201, [{ price: '€7.00' }]),
    },
  ])
})

import { describe, expect } from 'vitest'
import {
  accept,
  found,
  get,
  head,
  nothing,
  post,
  prefer,
  raw,
  refused,
  scenarios,
  underSettings,
} from '../../support/scenarios.ts'

const answers = (path: string, ...list: readonly object[]) => ({
  request: get(path),
  ...found(list.length === 0 ? '*/*' : `0-${list.length - 1}/*`, list),
})

describe('an aggregate:', () => {
  scenarios([
    { name: 'count rows', ...answers('/ships?select=count()', { count: 4 }) },
    { name: 'count rows with an alias', ...answers('/ships?select=ships:count()', { ships: 4 }) },
    { name: 'count rows with a cast', ...answers('/ships?select=count()::text', { count: '4' }) },
    {
      name: 'count values without nulls',
      ...answers('/ships?select=price.count()', { count: 3 }),
    },
    { name: 'sum', ...answers('/ships?select=tonnage.sum()', { sum: 18600 }) },
    { name: 'average', ...answers('/calls?select=crew.avg()', { avg: 5 }) },
    { name: 'maximum', ...answers('/calls?select=fee.max()', { max: 100 }) },
    { name: 'minimum', ...answers('/ships?select=built.min()', { min: '1990-06-01' }) },
    {
      name: 'several at once',
      ...answers('/calls?select=fee.sum(),crew.max(),n:count()', { sum: 180.5, max: 9, n: 5 }),
    },
    {
      name: 'with aliases',
      ...answers('/calls?select=low:crew.min(),high:crew.max()', { low: 2, high: 9 }),
    },
    {
      name: 'with a cast of the argument',
      ...answers('/ships?select=tonnage::text.max()', { max: '800' }),
    },
    { name: 'with a cast of the result', ...answers('/calls?select=crew.avg()::int', { avg: 5 }) },
    {
      name: 'with both casts',
      ...answers('/ships?select=all:tonnage::bigint.sum()::text', { all: '18600' }),
    },
    {
      name: 'of a JSON path',
      ...answers('/ships?select=specs->crew->>min::int.sum()', { sum: 7 }),
    },
    {
      name: 'of a JSON path with an alias',
      ...answers('/ships?select=fewest:specs->crew->>min::int.min()', { fewest: 2 }),
    },
    { name: 'of a computed column', ...answers('/ships?select=is_heavy::int.sum()', { sum: 2 }) },
    {
      name: 'of filtered rows',
      ...answers('/ships?select=tonnage.sum()&active=is.true', { sum: 5800 }),
    },
    { name: 'of no rows', ...answers('/nothing?select=id.sum(),count()', { sum: null, count: 0 }) },
    { name: 'of a view', ...answers('/big_ships?select=tonnage.sum()', { sum: 17000 }) },
  ])
})

describe('aggregates are grouped:', () => {
  scenarios([
    {
      name: 'by a column',
      ...answers(
        '/calls?select=harbour_id,fee.sum()&order=harbour_id',
        { harbour_id: 1, sum: 110 },
        { harbour_id: 2, sum: 50.5 },
        { harbour_id: 3, sum: 20 },
      ),
    },
    {
      name: 'by several columns',
      ...answers(
        '/calls?select=ship_id,crew,count()&order=ship_id,crew',
        { ship_id: 1, crew: 8, count: 1 },
        { ship_id: 1, crew: 9, count: 1 },
        { ship_id: 2, crew: 2, count: 1 },
        { ship_id: 4, crew: 3, count: 2 },
      ),
    },
    {
      name: 'by a column with an alias',
      ...answers(
        '/ships?select=at:home_id,count()&order=home_id',
        { at: 1, count: 2 },
        { at: 2, count: 1 },
        { at: null, count: 1 },
      ),
    },
    {
      name: 'by a column with a cast',
      ...answers('/ships?select=tonnage::text,count()&tonnage=eq.800', {
        tonnage: '800',
        count: 2,
      }),
    },
    {
      name: 'by a column with a cast, sorted by the original column',
      ...answers(
        '/ships?select=tonnage::text,count()&order=tonnage',
        { tonnage: '800', count: 2 },
        { tonnage: '5000', count: 1 },
        { tonnage: '12000', count: 1 },
      ),
    },
    {
      name: 'by a JSON path',
      ...answers('/ships?select=specs->>code,count()&id=eq.1', { code: 'AL-1', count: 1 }),
    },
    {
      name: 'by an embedded to-one resource',
      ...answers('/calls?select=count(),harbours(name)&harbour_id=eq.1', {
        count: 3,
        harbours: { name: 'Bergen' },
      }),
    },
    {
      name: 'by a spread to-one resource',
      ...answers(
        '/calls?select=fee.sum(),...harbours(name)&harbour_id=lt.3&order=harbours(name)',
        { sum: 110, name: 'Bergen' },
        { sum: 50.5, name: 'Lorient' },
      ),
    },
    {
      name: 'with a limit',
      ...answers('/calls?select=harbour_id,count()&order=harbour_id&limit=1', {
        harbour_id: 1,
        count: 3,
      }),
    },
    {
      name: 'as CSV',
      request: get('/calls?select=harbour_id,count()&order=harbour_id', accept('text/csv')),
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: raw('harbour_id,count\n1,3\n2,1\n3,1'),
    },
    {
      name: 'with HEAD',
      request: head('/calls?select=harbour_id,count()'),
      ...found('0-2/*', nothing),
    },
  ])
})

describe('aggregates of embedded resources:', () => {
  scenarios([
    {
      name: 'count rows of a to-many resource',
      ...answers(
        '/harbours?select=name,calls(count())&order=id',
        { name: 'Bergen', calls: [{ count: 3 }] },
        { name: 'Lorient', calls: [{ count: 1 }] },
        { name: 'Porto', calls: [{ count: 1 }] },
        { name: 'Varna', calls: [{ count: 0 }] },
      ),
    },
    {
      name: 'sum over a to-many resource',
      ...answers('/harbours?select=id,calls(fee.sum())&id=eq.1', { id: 1, calls: [{ sum: 110 }] }),
    },
    {
      name: 'grouped sum over a to-many resource',
      ...answers('/harbours?select=id,calls(ship_id,fee.sum())&id=eq.1&calls.order=ship_id', {
        id: 1,
        calls: [
          { ship_id: 1, sum: 100 },
          { ship_id: 2, sum: 10 },
          { ship_id: 4, sum: null },
        ],
      }),
    },
    {
      name: 'of filtered embedded rows',
      ...answers('/harbours?select=id,calls(count())&id=eq.1&calls.crew=gt.2', {
        id: 1,
        calls: [{ count: 2 }],
      }),
    },
    {
      name: 'of a many-to-many resource',
      ...answers(
        '/ships?select=id,cargoes(count())&id=in.(1,2)&order=id',
        { id: 1, cargoes: [{ count: 2 }] },
        { id: 2, cargoes: [{ count: 0 }] },
      ),
    },
    {
      name: 'on two levels',
      ...answers(
        '/companies?select=id,ships!owner_id(count(),calls(count()))&id=eq.3',
        expect.objectContaining({ id: 3 }) as object,
      ),
    },
    {
      name: 'through a to-one spread, over the parent’s rows',
      ...answers('/calls?select=...ships(tonnage.sum())', { sum: 12400 }),
    },
    {
      name: 'through a to-one spread, in the parent’s groups',
      ...answers(
        '/calls?select=harbour_id,...ships(heaviest:tonnage.max())&order=harbour_id',
        { harbour_id: 1, heaviest: 5000 },
        { harbour_id: 2, heaviest: 5000 },
        { harbour_id: 3, heaviest: 800 },
      ),
    },
    {
      name: 'through a to-one spread, counting rows',
      ...answers(
        '/calls?select=...ships(name,count())&order=ships(name)',
        { name: 'Albatross', count: 2 },
        { name: 'Beluga', count: 1 },
        { name: 'Dolphin', count: 2 },
      ),
    },
    {
      name: 'through nested spreads',
      ...answers(
        '/calls?select=...ships(...companies!owner_id(owner:name,count()))',
        { owner: expect.any(String), count: expect.any(Number) },
        { owner: expect.any(String), count: expect.any(Number) },
        { owner: expect.any(String), count: expect.any(Number) },
      ),
    },
    {
      name: 'through a to-one spread, grouped by a resource embedded in it',
      ...answers('/ship_cargoes?select=tonnes.sum(),...ships(harbours(name))&ship_id=eq.1', {
        sum: 150,
        harbours: { name: 'Bergen' },
      }),
    },
    {
      name: 'of a function’s rows',
      request: get('/rpc/ships_over?at_least=1000&select=tonnage.sum(),count()'),
      ...found('0-0/*', [{ sum: 17000, count: 2 }]),
    },
    {
      name: 'of a function’s rows in groups',
      request: post('/rpc/ships_over?select=tonnage,count()&order=tonnage', { at_least: 1 }),
      ...found('0-2/*', [
        { tonnage: 800, count: 2 },
        { tonnage: 5000, count: 1 },
        { tonnage: 12000, count: 1 },
      ]),
    },
  ])
})

describe('invalid aggregates:', () => {
  scenarios([
    {
      name: 'an unknown aggregate does not parse',
      request: get('/ships?select=tonnage.median()'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'an aggregate with an argument does not parse',
      request: get('/ships?select=tonnage.sum(x)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'a sum of text is rejected',
      request: get('/ships?select=name.sum()'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=42883' },
      body: expect.objectContaining({ message: 'function sum(text) does not exist' }),
    },
    {
      name: 'ordering by a column outside the groups is rejected',
      request: get('/ships?select=count()&order=name'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42803' },
      body: expect.objectContaining({ code: '42803' }),
    },
  ])
})

describe('count as a column', () => {
  scenarios([
    { name: 'counts rows', ...answers('/ships?select=count', { count: 4 }) },
    {
      name: 'counts rows of a to-many resource',
      ...answers(
        '/harbours?select=id,calls(count)&id=lt.3&order=id',
        { id: 1, calls: [{ count: 3 }] },
        { id: 2, calls: [{ count: 1 }] },
      ),
    },
    {
      name: 'counts 0 for a to-many resource without rows',
      ...answers('/harbours?select=id,ships(count)&id=eq.4', { id: 4, ships: [{ count: 0 }] }),
    },
    {
      name: 'counts filtered rows',
      ...answers('/harbours?select=id,calls(count)&id=eq.1&calls.crew=gt.2', {
        id: 1,
        calls: [{ count: 2 }],
      }),
    },
    {
      name: 'counts many-to-many rows',
      ...answers(
        '/ships?select=id,cargoes(count)&id=lt.3&order=id',
        { id: 1, cargoes: [{ count: 2 }] },
        { id: 2, cargoes: [{ count: 0 }] },
      ),
    },
    {
      name: 'counts with an alias',
      ...answers('/harbours?select=id,calls(stops:count)&id=eq.1', {
        id: 1,
        calls: [{ stops: 3 }],
      }),
    },
  ])
})

describe('a project without aggregates', () => {
  const off = refused(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  underSettings({ db_aggregates_enabled: false })
  scenarios([
    { name: 'rejects a sum', request: get('/ships?select=tonnage.sum()'), ...off },
    { name: 'rejects a count of rows', request: get('/ships?select=count()'), ...off },
    {
      name: 'rejects an aggregate in an embed',
      request: get('/harbours?select=id,calls(count())'),
      ...off,
    },
    {
      name: 'rejects an aggregate in a spread',
      request: get('/calls?select=...ships(tonnage.sum())'),
      ...off,
    },
    {
      name: 'rejects an aggregate of a function’s rows',
      request: get('/rpc/ships_over?at_least=1&select=count()'),
      ...off,
    },
    {
      name: 'reports an unknown column first',
      request: get('/ships?select=count(),nowhere(id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200' }),
    },
    {
      name: 'reports filters on resources that are not embedded first',
      request: get('/ships?select=count()&calls.id=eq.1'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST108' },
      body: expect.objectContaining({ code: 'PGRST108' }),
    },
    {
      name: 'rejects an aggregate in a to-many spread with the same error',
      request: get('/harbours?select=...calls(count())'),
      ...off,
    },
    {
      name: 'still counts for Content-Range',
      request: head('/ships', prefer('count=exact')),
      ...found('0-3/4', nothing),
    },
    {
      name: 'still counts embedded rows with the count column',
      ...answers('/harbours?select=id,calls(count)&id=eq.2', { id: 2, calls: [{ count: 1 }] }),
    },
    {
      name: 'still allows to-many spreads',
      ...answers('/harbours?select=id,...docks(lengths:length)&id=eq.2', { id: 2, lengths: [90] }),
    },
  ])
})

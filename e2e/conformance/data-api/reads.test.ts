import { describe, expect } from 'vitest'
import {
  found,
  get,
  head,
  nothing,
  raw,
  refused,
  scenarios,
  unparsed,
} from '../../support/scenarios.ts'

describe('relations', () => {
  scenarios([
    {
      name: 'a table returns all rows and columns',
      request: get('/cargoes?order=id'),
      ...found(
        '0-2/*',
        [
          { id: 1, name: 'grain' },
          { id: 2, name: 'timber' },
          { id: 3, name: 'steel' },
        ],
        { headers: { 'content-location': '/cargoes?order=id', 'preference-applied': null } },
      ),
    },
    {
      name: 'a table without rows returns an empty list',
      request: get('/nothing'),
      ...found('*/*', [], { headers: { 'content-location': '/nothing' } }),
    },
    {
      name: 'HEAD returns the headers of GET without a body',
      request: head('/cargoes'),
      ...found('0-2/*', nothing),
    },
    {
      name: 'a view works like a table',
      request: get('/big_ships?order=id'),
      ...found('0-1/*', [
        { id: 1, title: 'Albatross', tonnage: 5000, owner_id: 1, home_id: 1 },
        { id: 3, title: 'Cormorant', tonnage: 12000, owner_id: 2, home_id: 2 },
      ]),
    },
    {
      name: 'a materialized view works like a table',
      request: get('/harbour_fees?order=harbour_id'),
      ...found('0-2/*', [
        { harbour_id: 1, total: 110 },
        { harbour_id: 2, total: 50.5 },
        { harbour_id: 3, total: 20 },
      ]),
    },
    {
      name: 'a partitioned table returns the rows of its partitions',
      request: get('/readings?order=year,place'),
      ...found('0-2/*', [
        { place: 'bow', year: 1999, value: 1 },
        { place: 'bow', year: 2001, value: 2 },
        { place: 'stern', year: 2001, value: 3 },
      ]),
    },
    {
      name: 'a partition is not a relation of its own',
      request: get('/readings_old'),
      ...refused(
        404,
        'PGRST205',
        "Could not find the table 'public.readings_old' in the schema cache",
      ),
    },
    {
      name: 'an unknown table is an error that suggests the nearest name',
      request: get('/harbour'),
      ...refused(404, 'PGRST205', "Could not find the table 'public.harbour' in the schema cache", {
        hint: "Perhaps you meant the table 'public.harbours'",
      }),
    },
    {
      name: 'a table with no similar name is an error without a hint',
      request: get('/zzzzqqqq'),
      ...refused(404, 'PGRST205', "Could not find the table 'public.zzzzqqqq' in the schema cache"),
    },
    {
      name: 'a table of a schema that is not exposed is not found',
      request: get('/hold.boxes'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: {
        code: 'PGRST205',
        message: "Could not find the table 'public.hold.boxes' in the schema cache",
        details: null,
        hint: "Perhaps you meant the table 'public.hold_boxes'",
      },
    },
    {
      name: 'a view can show a table from a schema that is not exposed',
      request: get('/hold_boxes'),
      ...found('0-0/*', [{ id: 1, label: 'below' }]),
    },
    {
      name: 'a path with several segments is invalid',
      request: get('/ships/1'),
      ...refused(404, 'PGRST125', 'Invalid path specified in request URL'),
    },
  ])
})

describe('columns', () => {
  const one = (row: object) => found('0-0/*', [row])
  scenarios([
    {
      name: 'select returns the named columns in order',
      request: get('/harbours?select=country,id&id=eq.1'),
      ...one({ country: 'NO', id: 1 }),
    },
    {
      name: 'an asterisk selects all columns and can be combined with others',
      request: get('/cargoes?select=title:name,*&id=eq.1'),
      ...one({ title: 'grain', id: 1, name: 'grain' }),
    },
    {
      name: 'an alias renames a column',
      request: get('/cargoes?select=load:name&id=eq.2'),
      ...one({ load: 'timber' }),
    },
    {
      name: 'a cast changes the type',
      request: get('/harbours?select=id::text,depth::int&id=eq.1'),
      ...one({ id: '1', depth: 12 }),
    },
    {
      name: 'a cast combines with an alias',
      request: get('/harbours?select=n:berths::float8&id=eq.2'),
      ...one({ n: 4 }),
    },
    {
      name: 'a cast accepts a type of several words',
      request: get('/harbours?select=depth::double precision&id=eq.2'),
      ...one({ depth: 8 }),
    },
    {
      name: 'a cast to an unknown type is rejected',
      request: get('/harbours?select=id::nonsense'),
      ...refused(400, '42704', 'type "nonsense" does not exist'),
    },
    {
      name: 'a cast that a value does not support is rejected',
      request: get('/harbours?select=name::int'),
      ...refused(400, '22P02', 'invalid input syntax for type integer: "Bergen"'),
    },
    {
      name: 'an empty select returns all columns',
      request: get('/cargoes?select=&id=eq.1'),
      ...found('0-0/*', [{ id: 1, name: 'grain' }]),
    },
    {
      name: 'an unknown column is rejected',
      request: get('/cargoes?select=weight'),
      ...refused(400, '42703', 'column cargoes.weight does not exist'),
    },
    {
      name: 'spaces around columns are ignored',
      request: get('/cargoes?select=id,%20name&id=eq.1'),
      ...one({ id: 1, name: 'grain' }),
    },
    {
      name: 'a computed column is not included in all columns but can be selected',
      request: get('/ships?select=label,is_heavy&id=eq.1'),
      ...one({ label: 'Albatross (5000 t)', is_heavy: true }),
    },
    {
      name: 'a computed column can have an alias and a cast',
      request: get('/ships?select=heavy:is_heavy::text&id=eq.2'),
      ...one({ heavy: 'false' }),
    },
    {
      name: 'a select with a trailing comma does not parse',
      request: get('/cargoes?select=id,'),
      ...unparsed('select parameter', 'id,', 4),
    },
    {
      name: 'a select with an unclosed parenthesis does not parse',
      request: get('/ships?select=id,harbours(name'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: {
        code: 'PGRST100',
        message: expect.stringContaining('failed to parse select parameter (id,harbours(name)'),
        details: expect.any(String),
        hint: null,
      },
    },
    {
      name: 'a hint on a column does not parse',
      request: get('/ships?select=name!hint'),
      ...unparsed(
        'select parameter',
        'name!hint',
        5,
        'unexpected \'!\' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
      ),
    },
    {
      name: 'a cast without a type does not parse',
      request: get('/ships?select=name::'),
      ...unparsed('select parameter', 'name::', 7),
    },
  ])
})

describe('as JSON,', () => {
  const sample = (column: string, value: unknown) => ({
    request: get(`/samples?select=${column}`),
    ...found('0-0/*', [{ [column]: value }]),
  })
  scenarios([
    { name: 'an enum is its label', ...sample('flag', 'red') },
    {
      name: 'a timestamp with time zone is ISO 8601',
      ...sample('stamp', '2024-03-01T12:00:00+00:00'),
    },
    { name: 'a time is text', ...sample('at', '13:14:15') },
    { name: 'money is text', ...sample('amount', '$3.99') },
    { name: 'a UUID is text', ...sample('token', '00000000-0000-4000-8000-000000000001') },
    { name: 'bytea is hexadecimal digits', ...sample('raw', '\\x00ff') },
    { name: 'JSON stays unchanged', ...sample('plain', { b: 1, a: [1, 2] }) },
    {
      name: 'a nested array is a nested array',
      ...sample('matrix', [
        [1, 2],
        [3, 4],
      ]),
    },
    { name: 'an interval is text', ...sample('span', '1 day 02:00:00') },
    { name: 'a double is a number', ...sample('double', 0.1) },
    { name: 'a point is text', ...sample('point', '(1,2)') },
    {
      name: 'a bigint keeps all digits',
      request: get('/samples?select=big'),
      ...found('0-0/*', raw('[{"big":9007199254740993}]')),
    },
    {
      name: 'JSON keeps its spaces, as in Postgres',
      request: get('/samples?select=plain'),
      ...found('0-0/*', raw('[{"plain":{"b":1, "a":[1,2]}}]')),
    },
    {
      name: 'a range is text',
      request: get('/ships?select=draught&id=eq.1'),
      ...found('0-0/*', [{ draught: '[2,4)' }]),
    },
    {
      name: 'a search vector is text',
      request: get('/ships?select=log&id=eq.4'),
      ...found('0-0/*', [{ log: "'harbour':2 'steadi':1" }]),
    },
    {
      name: 'a numeric keeps its scale',
      request: get('/ships?select=price&id=eq.2'),
      ...found('0-0/*', raw('[{"price":15.00}]')),
    },
  ])
})

describe('operators', () => {
  const ids = (filter: string, ...found_: readonly number[]) => ({
    request: get(`/ships?select=id&order=id&${filter}`),
    ...found(
      found_.length === 0 ? '*/*' : `0-${found_.length - 1}/*`,
      found_.map((id) => ({ id })),
    ),
  })
  scenarios([
    { name: 'eq compares for equality', ...ids('name=eq.Beluga', 2) },
    { name: 'eq compares numbers as numbers', ...ids('price=eq.15', 2, 4) },
    { name: 'neq excludes nulls', ...ids('price=neq.15', 1) },
    { name: 'gt is greater than', ...ids('tonnage=gt.5000', 3) },
    { name: 'gte is greater than or equal', ...ids('tonnage=gte.5000', 1, 3) },
    { name: 'lt is less than', ...ids('tonnage=lt.5000', 2, 4) },
    { name: 'lte is less than or equal', ...ids('built=lte.2005-01-15', 1, 2) },
    {
      name: 'two filters on one column must both match',
      ...ids('tonnage=gte.800&tonnage=lt.6000', 1, 2, 4),
    },
    {
      name: 'filters on several columns must all match',
      ...ids('tonnage=eq.800&active=is.true', 4),
    },
    { name: 'like accepts an asterisk for any text', ...ids('name=like.*o*', 1, 3, 4) },
    { name: 'like accepts a percent sign too', ...ids('name=like.%25us%25') },
    { name: 'like is case-sensitive', ...ids('name=like.a*') },
    { name: 'ilike is case-insensitive', ...ids('name=ilike.a*', 1) },
    { name: 'an underscore matches any character', ...ids('name=like.Belug_', 2) },
    { name: 'match uses a regular expression', ...ids('name=match.%5E[AB]', 1, 2) },
    {
      name: 'imatch uses a case-insensitive regular expression',
      ...ids('name=imatch.%5E[ab]', 1, 2),
    },
    { name: 'in accepts a list', ...ids('id=in.(1,3,9)', 1, 3) },
    {
      name: 'in accepts quoted elements with commas',
      ...ids('remark=in.(%22painted,%20twice%22,x)', 2),
    },
    { name: 'in accepts escaped quotes', ...ids('remark=in.(%22say%20%5C%22ahoy%5C%22%22)', 3) },
    { name: 'in with an empty list matches nothing', ...ids('id=in.()') },
    { name: 'not in excludes the listed values', ...ids('id=not.in.(1,2)', 3, 4) },
    { name: 'is null', ...ids('price=is.null', 3) },
    { name: 'is not null', ...ids('price=not.is.null', 1, 2, 4) },
    { name: 'is not_null', ...ids('price=is.not_null', 1, 2, 4) },
    { name: 'is true', ...ids('active=is.true', 1, 4) },
    { name: 'is false', ...ids('active=is.false', 2) },
    { name: 'is unknown', ...ids('active=is.unknown', 3) },
    { name: 'is ignores case', ...ids('active=is.NULL', 3) },
    { name: 'isdistinct treats null as a value', ...ids('operator_id=isdistinct.2', 3, 4) },
    { name: 'not negates a comparison', ...ids('tonnage=not.eq.800', 1, 3) },
    { name: 'not negates a pattern', ...ids('name=not.like.*a*', 4) },
    { name: 'cs checks array containment', ...ids('tags=cs.{ferry}', 2, 4) },
    { name: 'cs requires all elements', ...ids('tags=cs.{ferry,new}', 4) },
    { name: 'cd checks that an array is contained', ...ids('tags=cd.{ferry,old}', 2, 3) },
    { name: 'ov checks array overlap', ...ids('tags=ov.{old,new}', 1, 4) },
    { name: 'cs checks JSON containment', ...ids('specs=cs.{"crew":{"min":5}}', 1) },
    { name: 'cs checks range containment', ...ids('draught=cs.[3,4)', 1, 4) },
    { name: 'ov checks range overlap', ...ids('draught=ov.[2,3)', 1) },
    { name: 'sl checks strictly left of', ...ids('draught=sl.[2,9)', 2) },
    { name: 'sr checks strictly right of', ...ids('draught=sr.[0,2)', 1, 4) },
    { name: 'nxr checks not extending to the right of', ...ids('draught=nxr.[0,4)', 1, 2) },
    { name: 'nxl checks not extending to the left of', ...ids('draught=nxl.[2,9)', 1, 4) },
    { name: 'adj checks adjacency', ...ids('draught=adj.[4,5)', 1) },
    { name: 'fts searches full text', ...ids('log=fts.voyage', 1, 2) },
    { name: 'fts accepts operators', ...ids('log=fts.steady%26harbour', 4) },
    { name: 'fts accepts a configuration', ...ids('log=fts(english).voyages', 1, 2) },
    { name: 'plfts accepts plain words', ...ids('log=plfts.steady%20voyage', 1) },
    { name: 'phfts accepts a phrase', ...ids('log=phfts(english).fast%20voyage', 2) },
    { name: 'wfts accepts web search syntax', ...ids('log=wfts.voyage%20-slow', 2) },
    { name: 'not negates a search', ...ids('log=not.fts.voyage', 4) },
    { name: 'a search converts text to a vector', ...ids('name=fts.dolphin', 4) },
    {
      name: 'a search converts text to a vector with its configuration',
      ...ids('remark=plfts(simple).painted', 2),
    },
    { name: 'any matches at least one of a list', ...ids('name=like(any).{A*,B*}', 1, 2) },
    { name: 'all matches all of a list', ...ids('name=ilike(all).{*a*,*u*}', 2) },
    { name: 'any works with a comparison', ...ids('id=eq(any).{1,4}', 1, 4) },
    { name: 'all works with a comparison', ...ids('tonnage=gt(all).{100,4000}', 1, 3) },
    { name: 'not negates any', ...ids('id=not.eq(any).{1,2,3}', 4) },
    { name: 'any works with match', ...ids('name=match(any).{^A,n$}', 1, 4) },
    { name: 'a computed column can be filtered', ...ids('is_heavy=is.true', 1, 3) },
    { name: 'a computed column can be searched', ...ids('label=like.*(800*', 2, 4) },
    { name: 'a value can contain dots and parentheses', ...ids('remark=eq.a.b(c)', 4) },
    { name: 'an empty value is the empty string', ...ids('remark=eq.') },
    { name: 'the word null is ordinary text', ...ids('remark=eq.null') },
  ])
})

describe('a domain over tsvector', () => {
  scenarios([
    {
      name: 'is searched without conversion',
      request: get('/tales?select=id&once=fts(simple).kraken'),
      ...found('0-0/*', [{ id: 1 }]),
    },
    {
      name: 'over another domain is searched without conversion',
      request: get('/tales?select=id&twice=fts(simple).kraken'),
      ...found('0-0/*', [{ id: 2 }]),
    },
  ])
})

describe('invalid filters:', () => {
  scenarios([
    {
      name: 'a value without an operator does not parse',
      request: get('/ships?id=1'),
      ...unparsed('filter', '1', 1),
    },
    {
      name: 'an unknown operator does not parse',
      request: get('/ships?id=about.1'),
      ...unparsed(
        'filter',
        'about.1',
        1,
        'unexpected "a" expecting "not" or operator (eq, gt, ...)',
      ),
    },
    {
      name: 'is with another value does not parse',
      request: get('/ships?active=is.maybe'),
      ...unparsed(
        'filter',
        'is.maybe',
        4,
        'unexpected "m" expecting isVal: (null, not_null, true, false, unknown)',
      ),
    },
    {
      name: 'in without parentheses does not parse',
      request: get('/ships?id=in.1,2'),
      ...unparsed('filter', 'in.1,2', 4, 'unexpected "1" expecting "("'),
    },
    {
      name: 'any does not parse with neq',
      request: get('/ships?id=neq(any).{1}'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'a value that is invalid for the column’s type is rejected',
      request: get('/ships?id=eq.one'),
      ...refused(400, '22P02', 'invalid input syntax for type integer: "one"'),
    },
    {
      name: 'an operator that the type does not support is rejected',
      request: get('/ships?id=like.1*'),
      ...refused(404, '42883', 'operator does not exist: integer ~~ unknown', {
        hint: expect.any(String),
      }),
    },
    {
      name: 'an unknown column is rejected',
      request: get('/ships?knots=eq.1'),
      ...refused(400, '42703', 'column ships.knots does not exist'),
    },
    {
      name: 'an invalid regular expression is rejected',
      request: get('/ships?name=match.('),
      ...refused(400, '2201B', 'invalid regular expression: parentheses () not balanced'),
    },
    {
      name: 'an invalid search is rejected',
      request: get('/ships?log=fts.a%20b'),
      ...refused(400, '42601', 'syntax error in tsquery: "a b"'),
    },
    {
      name: 'is true of a number is rejected',
      request: get('/ships?id=is.true'),
      ...refused(400, '42804', 'argument of IS TRUE must be type boolean, not type integer'),
    },
    {
      name: 'an invalid array is rejected',
      request: get('/ships?tags=cs.ferry'),
      ...refused(400, '22P02', 'malformed array literal: "ferry"', {
        details: 'Array value must start with "{" or dimension information.',
      }),
    },
  ])
})

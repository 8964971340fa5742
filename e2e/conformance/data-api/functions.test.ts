import { describe, expect } from 'vitest'
import {
  accept,
  found,
  get,
  head,
  JSON_TYPE,
  nothing,
  patch,
  post,
  prefer,
  put,
  raw,
  refused,
  remove,
  scenarios,
  sending,
} from '../../support/scenarios.ts'

const FORM = sending('application/x-www-form-urlencoded')
const value = (body: unknown) => found('0-0/*', body)
const SHIPS = [1, 2, 3, 4].map((id) => ({ id }))
const missing = (call: string, searched: string, hint: unknown = null) =>
  refused(404, 'PGRST202', `Could not find the function public.${call} in the schema cache`, {
    details: `Searched for the function public.${searched}, but no matches were found in the schema cache.`,
    hint,
  })

describe('a function call', () => {
  scenarios([
    {
      name: 'with GET takes its arguments from the query string',
      request: get('/rpc/add?a=1&b=2'),
      ...value(3),
    },
    {
      name: 'with POST takes its arguments from the body',
      request: post('/rpc/add', { a: 1, b: 2 }),
      ...value(3),
    },
    { name: 'works with HEAD', request: head('/rpc/add?a=1&b=2'), ...value(nothing) },
    { name: 'works with a form', request: post('/rpc/add', 'a=3&b=4', FORM), ...value(7) },
    {
      name: 'can omit an argument that has a default',
      request: get('/rpc/greet'),
      ...value('ahoy sailor'),
    },
    {
      name: 'works with POST without a body',
      request: post('/rpc/greet', ''),
      ...value('ahoy sailor'),
    },
    {
      name: 'can override a default',
      request: get('/rpc/greet?name=cook'),
      ...value('ahoy cook'),
    },
    {
      name: 'accepts null as an argument',
      request: post('/rpc/greet', { name: null }),
      ...value(null),
    },
    { name: 'accepts an empty argument', request: get('/rpc/greet?name='), ...value('ahoy ') },
    {
      name: 'accepts an argument that does not start with a filter operator',
      request: get('/rpc/greet?name=a.b'),
      ...value('ahoy a.b'),
    },
    {
      name: 'takes only the arguments listed in columns from the body',
      request: post('/rpc/greet?columns=name', { name: 'mate', other: 1 }),
      ...value('ahoy mate'),
    },
    {
      name: 'with a list of objects uses the first',
      request: post('/rpc/add', [
        { a: 1, b: 2 },
        { a: 10, b: 20 },
      ]),
      ...value(3),
    },
    {
      name: 'with POST and arguments in the query string does not parse',
      request: post('/rpc/greet?name=cook', {}),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'can have an argument and a filter of the same name',
      request: get('/rpc/ships_over?at_least=1&select=id&id=gt.3'),
      ...found('0-0/*', [{ id: 4 }]),
    },
    {
      name: 'with PATCH is rejected',
      request: patch('/rpc/add', { a: 1 }),
      ...refused(405, 'PGRST101', 'Cannot use the PATCH method on RPC'),
    },
    {
      name: 'with PUT is rejected',
      request: put('/rpc/add', { a: 1 }),
      ...refused(405, 'PGRST101', 'Cannot use the PUT method on RPC'),
    },
    {
      name: 'with DELETE is rejected',
      request: remove('/rpc/add'),
      ...refused(405, 'PGRST101', 'Cannot use the DELETE method on RPC'),
    },
    {
      name: 'can use names with quotes and spaces',
      request: get('/rpc/Odd%20Name?Big%20Arg=x'),
      ...value('x'),
    },
    {
      name: 'can use names with quotes and spaces in the body',
      request: post('/rpc/Odd%20Name', { 'Big Arg': 'y' }),
      ...value('y'),
    },
    {
      name: 'with a body that is not JSON is rejected',
      request: post('/rpc/add', '{"a":1'),
      ...refused(400, 'PGRST102', 'Empty or invalid json'),
    },
    {
      name: 'with a body of another type is rejected',
      request: post('/rpc/add', 'x', sending('application/unheard-of')),
      ...refused(400, 'PGRST102', 'Content-Type not acceptable: application/unheard-of'),
    },
  ])
})

describe('arguments:', () => {
  scenarios([
    {
      name: 'a JSON array is accepted for a Postgres array',
      request: post('/rpc/take_array', { list: [1, 2, 3] }),
      ...value(3),
    },
    {
      name: 'an array literal is accepted for an array',
      request: get('/rpc/take_array?list={1,2}'),
      ...value(2),
    },
    { name: 'an empty list', request: post('/rpc/take_array', { list: [] }), ...value(0) },
    {
      name: 'an object is accepted for json',
      request: post('/rpc/take_json', { doc: { k: 'v' } }),
      ...value('v'),
    },
    {
      name: 'an object as text is accepted for json with GET',
      request: get('/rpc/take_json?doc={"k":"w"}'),
      ...value('w'),
    },
    { name: 'an enum', request: get('/rpc/take_flag?f=red'), ...value('red') },
    {
      name: 'an unknown enum label is rejected',
      request: get('/rpc/take_flag?f=blue'),
      ...refused(400, '22P02', 'invalid input value for enum flag: "blue"'),
    },
    {
      name: 'an object for a row',
      request: post('/rpc/take_ship', { s: { name: 'Gull' } }),
      ...value('Gull'),
    },
    { name: 'a date', request: get('/rpc/take_date?d=2024-02-28'), ...value('2024-02-29') },
    { name: 'a boolean', request: post('/rpc/take_bool', { b: true }), ...value(false) },
    { name: 'a boolean as text', request: get('/rpc/take_bool?b=f'), ...value(true) },
    {
      name: 'a number as text in the body',
      request: post('/rpc/add', { a: '4', b: 1 }),
      ...value(5),
    },
    {
      name: 'characters without a length',
      request: get('/rpc/take_chars?c=abc&list={def}'),
      ...value('abc/def'),
    },
    {
      name: 'characters without a length in the body',
      request: post('/rpc/take_chars', { c: 'abc', list: ['def'] }),
      ...value('abc/def'),
    },
    { name: 'bits without a length', request: get('/rpc/take_bits?b=10101'), ...value('10101') },
    {
      name: 'CSV, of which only the first row is used',
      request: post('/rpc/add', 'a,b\n1,2\n5,6', sending('text/csv')),
      ...value(3),
    },
    {
      name: 'CSV with other column names finds no function',
      request: post('/rpc/add', 'a,c\n1,2', sending('text/csv')),
      ...missing(
        'add(a, c)',
        'add with parameters a, c',
        'Perhaps you meant to call the function public.add(a, b)',
      ),
    },
    {
      name: 'text for a number is rejected',
      request: get('/rpc/add?a=x&b=1'),
      ...refused(400, '22P02', 'invalid input syntax for type integer: "x"'),
    },
    {
      name: 'the last of several values is used',
      request: get('/rpc/add?a=1&a=5&b=2'),
      ...value(7),
    },
    {
      name: 'variadic with several values',
      request: get('/rpc/join_words?words=a&words=b&words=c'),
      ...value('a+b+c'),
    },
    { name: 'variadic with one value', request: get('/rpc/join_words?words=a'), ...value('a') },
    {
      name: 'variadic with a list in the body',
      request: post('/rpc/join_words', { words: ['x', 'y'] }),
      ...value('x+y'),
    },
    {
      name: 'variadic with several values in a form',
      request: post('/rpc/join_words', 'words=p&words=q', FORM),
      ...value('p+q'),
    },
    {
      name: 'variadic with one value in a form',
      request: post('/rpc/join_words', 'words=p', FORM),
      ...value('p'),
    },
    {
      name: 'the last of several values in a form is used',
      request: post('/rpc/add', 'a=1&b=2&a=5', FORM),
      ...value(7),
    },
    {
      name: 'an array literal in a form',
      request: post('/rpc/take_array', 'list={1,2,3}', FORM),
      ...value(3),
    },
    {
      name: 'an object in a form',
      request: post('/rpc/take_json', 'doc={"k":"v"}', FORM),
      ...value('v'),
    },
    {
      name: 'variadic after another argument',
      request: get('/rpc/join_more?glue=-&words=a&words=b'),
      ...value('a-b'),
    },
    { name: 'variadic with a default, omitted', request: get('/rpc/join_any'), ...value('none') },
    {
      name: 'a whole body as json',
      request: post('/rpc/echo_json', { any: [1, { x: null }] }),
      ...value({ any: [1, { x: null }] }),
    },
    {
      name: 'a whole body as jsonb',
      request: post('/rpc/echo_jsonb', { b: 1, a: 2 }),
      ...value({ b: 1, a: 2 }),
    },
    {
      name: 'a whole body that is a list of objects',
      request: post('/rpc/echo_json', [{ a: 1 }, { a: 2 }]),
      ...value([{ a: 1 }, { a: 2 }]),
    },
    {
      name: 'a whole body that is any other list is rejected',
      request: post('/rpc/echo_json', [1, 2]),
      ...refused(400, 'PGRST102', 'All object keys must match'),
    },
    {
      name: 'a whole body with a single value finds no function',
      request: post('/rpc/echo_json', '7'),
      ...value([]),
    },
    {
      name: 'an empty whole body is not JSON',
      request: post('/rpc/echo_json', ''),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=22P02' },
      body: expect.objectContaining({ message: 'invalid input syntax for type json' }),
    },
    {
      name: 'a list of objects with different keys is rejected',
      request: post('/rpc/add', [{ a: 1, b: 2 }, { a: 1 }]),
      ...refused(400, 'PGRST102', 'All object keys must match'),
    },
    {
      name: 'a list of objects with different keys is accepted with the columns parameter',
      request: post('/rpc/add?columns=a,b', [{ a: 1, b: 2 }, { a: 1 }]),
      ...value(3),
    },
    {
      name: 'a body that is not JSON is rejected by Postgres with the columns parameter',
      request: post('/rpc/add?columns=a,b', '{"a"'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=22P02' },
      body: expect.objectContaining({ message: 'invalid input syntax for type json' }),
    },
    {
      name: 'a whole body as text',
      request: post('/rpc/echo_text', 'as "it" is', sending('text/plain')),
      ...value('as "it" is'),
    },
    {
      name: 'a whole body as text, for an unnamed argument',
      request: post('/rpc/echo_text', { '': 'me' }),
      ...value('{"":"me"}'),
    },
    {
      name: 'a whole body as bytes',
      request: post('/rpc/echo_bytes', 'four', sending('application/octet-stream')),
      ...value(4),
    },
    {
      name: 'a whole body as XML',
      request: post('/rpc/echo_xml', '<a>1</a>', sending('text/xml')),
      ...value('<a>1</a>'),
    },
    {
      name: 'text for a function without a text argument finds no function',
      request: post('/rpc/add', 'x', sending('text/plain')),
      ...missing('add', 'add with a single unnamed text parameter'),
    },
    {
      name: 'bytes for a function without a bytes argument find no function',
      request: post('/rpc/add', 'x', sending('application/octet-stream')),
      ...missing('add', 'add with a single unnamed bytea parameter'),
    },
  ])
})

describe('an overloaded function is selected', () => {
  scenarios([
    { name: 'by the arguments', request: get('/rpc/either?x=1'), ...value('x') },
    { name: 'by more arguments', request: get('/rpc/either?x=1&y=2'), ...value('xy') },
    {
      name: 'by argument names in the body',
      request: post('/rpc/either', { x: 1, y: 2 }),
      ...value('xy'),
    },
    {
      name: 'with the whole body if no names match',
      request: post('/rpc/either', { z: 1 }),
      ...value('body'),
    },
    {
      name: 'but types alone are ambiguous',
      request: get('/rpc/twice?x=1'),
      ...refused(
        300,
        'PGRST203',
        expect.stringMatching(
          /^Could not choose the best candidate function between: public\.twice\(x => (integer|text)\), public\.twice\(x => (integer|text)\)$/,
        ),
        {
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
        },
      ),
    },
    {
      name: 'but an unknown name is an error that suggests the nearest one',
      request: get('/rpc/greeet'),
      ...missing(
        'greeet without parameters',
        'greeet without parameters',
        'Perhaps you meant to call the function public.greet',
      ),
    },
    {
      name: 'but an unknown name unlike any other is an error without a hint',
      request: get('/rpc/qqqqzzzz'),
      ...missing('qqqqzzzz without parameters', 'qqqqzzzz without parameters'),
    },
    {
      name: 'but an unknown argument is an error that suggests the nearest list',
      request: get('/rpc/greet?nam=x'),
      ...missing(
        'greet(nam)',
        'greet with parameter nam',
        'Perhaps you meant to call the function public.greet(name)',
      ),
    },
    {
      name: 'but an additional argument is an error',
      request: get('/rpc/add?a=1&b=2&c=3'),
      ...missing(
        'add(a, b, c)',
        'add with parameters a, b, c',
        'Perhaps you meant to call the function public.add(a, b)',
      ),
    },
    {
      name: 'and errors list the arguments in sorted order',
      request: post('/rpc/add', { zest: 1, b: 2, a: 3 }),
      ...missing(
        'add(a, b, zest)',
        'add with parameters a, b, zest or with a single unnamed json/jsonb parameter',
        'Perhaps you meant to call the function public.add(a, b)',
      ),
    },
    {
      name: 'but a function without argument names is not found',
      request: post('/rpc/nameless', { x: 1 }),
      ...missing(
        'nameless(x)',
        'nameless with parameter x or with a single unnamed json/jsonb parameter',
      ),
    },
    {
      name: 'but a missing argument is an error',
      request: get('/rpc/add?a=1'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.add(a) in the schema cache',
      }),
    },
    {
      name: 'and POST also looks for a whole-body function',
      request: post('/rpc/greet', { nam: 'x' }),
      ...missing(
        'greet(nam)',
        'greet with parameter nam or with a single unnamed json/jsonb parameter',
        'Perhaps you meant to call the function public.greet(name)',
      ),
    },
    {
      name: 'and POST works without argument names',
      request: post('/rpc/add', {}),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({
        message: 'Could not find the function public.add without parameters in the schema cache',
      }),
    },
    {
      name: 'but not from a schema that is not exposed',
      request: get('/rpc/secret_word'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({ code: 'PGRST202' }),
    },
    {
      name: 'but not a trigger function',
      request: post('/rpc/put_sheet', {}),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({ code: 'PGRST202' }),
    },
    {
      name: 'but not with a path after the name',
      request: get('/rpc/add/1'),
      ...refused(404, 'PGRST125', 'Invalid path specified in request URL'),
    },
  ])
})

describe('a function returns', () => {
  scenarios([
    {
      name: 'a set of values as a list',
      request: get('/rpc/count_to?n=3'),
      ...found('0-2/*', [1, 2, 3]),
    },
    {
      name: 'an empty set as an empty list',
      request: get('/rpc/no_numbers'),
      ...found('*/*', []),
    },
    { name: 'null as null', request: get('/rpc/nothing_at_all'), ...value(null) },
    {
      name: 'nothing as 204',
      request: post('/rpc/do_nothing', {}),
      status: 204,
      headers: { 'content-type': null, 'content-range': '0-0/*' },
      body: nothing,
    },
    {
      name: 'nothing as 204 for GET of a function that can write',
      request: get('/rpc/do_nothing'),
      status: 204,
      headers: { 'content-type': null },
      body: nothing,
    },
    {
      name: 'rows of a table',
      request: get('/rpc/ships_over?at_least=1&select=id'),
      ...found('0-3/*', SHIPS),
    },
    {
      name: 'one row of a table as an object',
      request: get('/rpc/one_ship?which=2&select=id,name'),
      ...value({ id: 2, name: 'Beluga' }),
    },
    {
      name: 'a missing row as an object of nulls',
      request: get('/rpc/one_ship?which=99&select=id,name'),
      ...value({ id: null, name: null }),
    },
    {
      name: 'a table type of its own',
      request: get('/rpc/ship_pairs?limit=2'),
      ...found('0-1/*', [
        { ship: 'Albatross', tonnes: 5000 },
        { ship: 'Beluga', tonnes: 800 },
      ]),
    },
    {
      name: 'a table with one column',
      request: get('/rpc/one_column'),
      ...found('0-1/*', [{ word: 'x' }, { word: 'y' }]),
    },
    {
      name: 'several OUT arguments as an object',
      request: get('/rpc/out_both'),
      ...value({ low: 1, high: 9 }),
    },
    {
      name: 'one named OUT argument as an object',
      request: get('/rpc/out_one'),
      ...value({ lone: 7 }),
    },
    {
      name: 'an INOUT argument',
      request: get('/rpc/in_out?n=4'),
      ...value({ n: 8 }),
    },
    {
      name: 'a table whose column has the function’s name',
      request: get('/rpc/same_name'),
      ...found('0-0/*', [{ same_name: 'x', other: 1 }]),
    },
    {
      name: 'one named OUT argument with POST',
      request: post('/rpc/in_out', { n: 5 }),
      ...value({ n: 10 }),
    },
    {
      name: 'a record whose columns only the function defines',
      request: get('/rpc/any_record'),
      ...value({ a: 1, b: 'b' }),
    },
    {
      name: 'counted records',
      request: post('/rpc/any_records?limit=1', { n: 2 }, prefer('count=exact')),
      ...found('0-0/2', [{ a: 1, b: 'r1' }], { status: 206 }),
    },
    {
      name: 'a domain over a row as a row',
      request: get('/rpc/one_afloat?select=id,name'),
      ...value({ id: 2, name: 'Beluga' }),
    },
    {
      name: 'a nested domain over rows as rows with related rows',
      request: get('/rpc/all_afloat?at_least=9000&select=id,harbours(name)'),
      ...found('0-0/*', [{ id: 3, harbours: { name: 'Lorient' } }]),
    },
    {
      name: 'a single row as null if a filter excludes it',
      request: get('/rpc/one_ship?which=2&id=eq.3'),
      ...value(null),
    },
    {
      name: 'values as a column that can be filtered and sorted by',
      request: get(
        '/rpc/count_to?n=4&pgrst_scalar=gt.2&order=pgrst_scalar.desc',
        prefer('count=exact'),
      ),
      ...found('0-1/2', [4, 3]),
    },
    {
      name: 'a value without other columns to select',
      request: get('/rpc/add?a=1&b=2&select=sum'),
      ...refused(400, '42703', 'column add.sum does not exist'),
    },
  ])
})

describe('rows of functions', () => {
  scenarios([
    {
      name: 'have no columns but those of the result',
      request: get('/rpc/ships_over?at_least=1&select=knots'),
      ...refused(400, '42703', 'column pgrst_call.knots does not exist'),
    },
    {
      name: 'can be filtered',
      request: get('/rpc/ships_over?at_least=1&select=id&name=like.*u*'),
      ...found('0-0/*', [{ id: 2 }]),
    },
    {
      name: 'can be filtered with POST',
      request: post('/rpc/ships_over?select=id&tonnage=eq.800', { at_least: 1 }),
      ...found('0-1/*', [{ id: 2 }, { id: 4 }]),
    },
    {
      name: 'can be filtered by groups',
      request: get('/rpc/ships_over?at_least=1&select=id&or=(id.eq.1,id.eq.4)'),
      ...found('0-1/*', [{ id: 1 }, { id: 4 }]),
    },
    {
      name: 'can be filtered by columns that are not selected',
      request: get('/rpc/ship_pairs?select=ship&tonnes=eq.5000'),
      ...found('0-0/*', [{ ship: 'Albatross' }]),
    },
    {
      name: 'can be sorted and limited',
      request: get('/rpc/ships_over?at_least=1&select=id&order=id.desc&limit=2&offset=1'),
      ...found('1-2/*', [{ id: 3 }, { id: 2 }]),
    },
    {
      name: 'can have related rows',
      request: get('/rpc/ships_over?at_least=9000&select=id,harbours(name),cargoes(name)'),
      ...found('0-0/*', [{ id: 3, harbours: { name: 'Lorient' }, cargoes: [{ name: 'grain' }] }]),
    },
    {
      name: 'can have related rows if there is one row',
      request: get('/rpc/one_ship?which=1&select=id,certificates(issuer)'),
      ...value({ id: 1, certificates: { issuer: 'DNV' } }),
    },
    {
      name: 'can have inner joins',
      request: get('/rpc/ships_over?at_least=1&select=id,certificates!inner(issuer)&order=id'),
      ...found('0-1/*', [
        { id: 1, certificates: { issuer: 'DNV' } },
        { id: 3, certificates: { issuer: 'BV' } },
      ]),
    },
    {
      name: 'can have spreads',
      request: get('/rpc/ships_over?at_least=9000&select=id,...harbours(port:name)'),
      ...found('0-0/*', [{ id: 3, port: 'Lorient' }]),
    },
    {
      name: 'can have casts, aliases, and JSON paths',
      request: get('/rpc/one_ship?which=1&select=n:id::text,code:specs->>code'),
      ...value({ n: '1', code: 'AL-1' }),
    },
    {
      name: 'with their own table type have no relationships',
      request: get('/rpc/ship_pairs?select=ship,harbours(name)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200' }),
    },
    {
      name: 'with their own table type have no other columns',
      request: get('/rpc/ship_pairs?select=speed'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ code: '42703' }),
    },
    {
      name: 'can be CSV',
      request: get('/rpc/ship_pairs?limit=1', accept('text/csv')),
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-range': '0-0/*' },
      body: raw('ship,tonnes\nAlbatross,5000'),
    },
    {
      name: 'can be a single object',
      request: get(
        '/rpc/ships_over?at_least=9000&select=id',
        accept('application/vnd.pgrst.object+json'),
      ),
      ...found(
        '0-0/*',
        { id: 3 },
        { headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' } },
      ),
    },
    {
      name: 'can be a single object if a set of values has one row',
      request: get('/rpc/count_to?n=1', accept('application/vnd.pgrst.object+json')),
      ...found(
        '0-0/*',
        { pgrst_scalar: 1 },
        { headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' } },
      ),
    },
    {
      name: 'that are several are rejected as a single object',
      request: get('/rpc/ships_over?at_least=1', accept('application/vnd.pgrst.object+json')),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 4 rows',
      }),
    },
    {
      name: 'that are several undo the write if a single object is requested',
      request: post(
        '/rpc/set_codes',
        { n: 70 },
        { ...accept('application/vnd.pgrst.object+json'), ...prefer('tx=commit') },
      ),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 2 rows',
      }),
    },
    {
      name: 'are unchanged after that',
      request: get('/codes?uses=eq.70'),
      ...found('*/*', []),
    },
    {
      name: 'can result from a write',
      request: post('/rpc/set_codes?select=code,uses&order=code', { n: 3 }),
      ...found('0-1/*', [
        { code: 'A', uses: 3 },
        { code: 'B', uses: 3 },
      ]),
    },
  ])
})

describe('privileges and transactions of functions:', () => {
  const readOnly = (statement: string) =>
    refused(405, '25006', `cannot execute ${statement} in a read-only transaction`)
  scenarios([
    { name: 'GET cannot write', request: get('/rpc/read_write'), ...readOnly('UPDATE') },
    {
      name: 'HEAD cannot write',
      request: head('/rpc/read_write'),
      status: 405,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: nothing,
    },
    { name: 'POST writes', request: post('/rpc/read_write', {}), ...value(expect.any(Number)) },
    {
      name: 'GET runs in a read-only transaction',
      request: get('/rpc/in_transaction'),
      ...value('on'),
    },
    {
      name: 'POST runs a volatile function in a read-write transaction',
      request: post('/rpc/in_transaction', {}),
      ...value('off'),
    },
    {
      name: 'POST runs a stable function in a read-only transaction',
      request: post('/rpc/stable_transaction', {}),
      ...value('on'),
    },
    {
      name: 'a stable function cannot write',
      request: post('/rpc/stable_write', {}),
      status: 400,
      headers: { 'content-type': JSON_TYPE },
      body: expect.objectContaining({ code: '0A000' }),
    },
    {
      name: 'a function can set its own timeout',
      request: get('/rpc/slow_setting'),
      ...value('4s'),
    },
    {
      name: 'a function can read the request',
      request: get('/rpc/request_sheet', { 'x-tint': 'blue', cookie: 'berth=7; other=x' }, 'user'),
      ...value({
        method: 'GET',
        path: '/rpc/request_sheet',
        header: 'blue',
        cookie: '7',
        sub: 'user-1',
        role: 'authenticated',
      }),
    },
    {
      name: 'a function can read the method of a POST',
      request: post('/rpc/request_sheet', {}),
      ...value({
        method: 'POST',
        path: '/rpc/request_sheet',
        header: null,
        cookie: null,
        sub: null,
        role: 'anon',
      }),
    },
    {
      name: 'a function can read nested claims',
      request: get(
        '/rpc/nested_claim',
        {},
        { claims: { role: 'authenticated', app: { ports: ['a', 'b'] } } },
      ),
      ...value('b'),
    },
  ])
})

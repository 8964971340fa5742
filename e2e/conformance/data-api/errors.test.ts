import { describe, expect } from 'vitest'
import {
  found,
  get,
  head,
  JSON_TYPE,
  nothing,
  options,
  patch,
  post,
  raw,
  refused,
  scenarios,
} from '../../support/scenarios.ts'

const raising = (state: string, status: number, message = 'refused') => ({
  request: post('/rpc/fail', { state, message }),
  ...refused(status, state, message),
})
const whole = (message: unknown, detail?: unknown) =>
  post('/rpc/fail_whole', {
    message: typeof message === 'string' ? message : JSON.stringify(message),
    ...(detail !== undefined && {
      detail: typeof detail === 'string' ? detail : JSON.stringify(detail),
    }),
  })

describe('the status of a Postgres error is correct for', () => {
  scenarios([
    { name: '08000, a connection', ...raising('08000', 503) },
    { name: '09000, a triggered action', ...raising('09000', 500) },
    { name: '0L000, a grantor', ...raising('0L000', 403) },
    { name: '0P000, a role', ...raising('0P000', 403) },
    { name: '21000, a cardinality', ...raising('21000', 500) },
    {
      name: '21000 from a safeguard for writes without a filter',
      ...raising('21000', 400, 'DELETE requires a WHERE clause'),
    },
    { name: '22000, data', ...raising('22000', 400) },
    { name: '22012, a division by zero', ...raising('22012', 400) },
    { name: '22023, a parameter', ...raising('22023', 400) },
    {
      name: '22023 for an unknown role',
      request: post('/rpc/fail', { state: '22023', message: 'role "captain" does not exist' }),
      ...refused(401, '22023', 'role "captain" does not exist', {
        headers: { 'www-authenticate': 'Bearer' },
      }),
    },
    { name: '23502, a null', ...raising('23502', 400) },
    { name: '23503, a foreign key', ...raising('23503', 409) },
    { name: '23505, a unique key', ...raising('23505', 409) },
    { name: '23514, a check', ...raising('23514', 400) },
    { name: '23P01, an exclusion', ...raising('23P01', 400) },
    { name: '25000, a state of a transaction', ...raising('25000', 500) },
    { name: '25006, a read-only transaction', ...raising('25006', 405) },
    { name: '28000, an authorization', ...raising('28000', 403) },
    { name: '2D000, an end of a transaction', ...raising('2D000', 500) },
    { name: '38000, an external routine', ...raising('38000', 500) },
    { name: '39000, a call of one', ...raising('39000', 500) },
    { name: '3B000, a savepoint', ...raising('3B000', 500) },
    { name: '40001, a serialization', ...raising('40001', 500) },
    { name: '40P01, a deadlock', ...raising('40P01', 500) },
    { name: '42601, a syntax', ...raising('42601', 400) },
    { name: '42883, an unknown function', ...raising('42883', 404) },
    { name: '42P01, an unknown table', ...raising('42P01', 404) },
    { name: '42P17, infinite recursion', ...raising('42P17', 500) },
    { name: '53000, resources', ...raising('53000', 503) },
    { name: '53400, a limit of the configuration', ...raising('53400', 500) },
    { name: '54001, a statement too complex', ...raising('54001', 500) },
    { name: '55000, a state of an object', ...raising('55000', 500) },
    { name: '57014, a statement cancelled', ...raising('57014', 500) },
    { name: '58000, a system', ...raising('58000', 500) },
    { name: 'F0000, a configuration file', ...raising('F0000', 500) },
    { name: 'HV000, foreign data', ...raising('HV000', 500) },
    { name: 'P0001, an exception raised by a function', ...raising('P0001', 400) },
    { name: 'P0002, no data found', ...raising('P0002', 500) },
    { name: 'XX000, an internal fault', ...raising('XX000', 500) },
    { name: 'an unknown state', ...raising('ZZ123', 400) },
    {
      name: 'raise without options',
      request: post('/rpc/fail_plainly', {}),
      ...refused(400, 'P0001', 'plain'),
    },
    {
      name: 'raise with detail and hint',
      request: post('/rpc/fail', { state: 'P0001', message: 'm', detail: 'd', hint: 'h' }),
      ...refused(400, 'P0001', 'm', { details: 'd', hint: 'h' }),
    },
    {
      name: 'a subquery that returns several rows',
      request: get('/broken'),
      ...refused(500, '21000', 'more than one row returned by a subquery used as an expression'),
    },
  ])
})

describe('a function sets the status with', () => {
  scenarios([
    {
      name: 'PT and a status',
      request: post('/rpc/fail', {
        state: 'PT402',
        message: 'Payment Required',
        detail: 'Quota exceeded',
        hint: 'Upgrade your plan',
      }),
      ...refused(402, 'PT402', 'Payment Required', {
        details: 'Quota exceeded',
        hint: 'Upgrade your plan',
      }),
    },
    {
      name: 'PT and a status of success',
      request: post('/rpc/fail', { state: 'PT206' }),
      ...refused(206, 'PT206', 'refused'),
    },
    {
      name: 'PT without a status, which is an error',
      request: post('/rpc/fail', { state: 'PTXYZ' }),
      ...refused(500, 'PTXYZ', 'refused'),
    },
    {
      name: 'a complete response',
      request: whole(
        { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' },
        { status: 432, headers: { 'X-Header': 'str' } },
      ),
      ...refused(432, '123', 'ABC', {
        details: 'DEF',
        hint: 'XYZ',
        headers: { 'x-header': 'str' },
      }),
    },
    {
      name: 'a partial response',
      request: whole({ code: '123', message: 'ABC' }, { status: 406, headers: {} }),
      ...refused(406, '123', 'ABC'),
    },
    {
      name: 'a complete response with a status text',
      request: whole(
        { code: '1', message: 'm' },
        { status: 499, status_text: 'Odd', headers: { 'X-A': '1', 'X-B': '2' } },
      ),
      ...refused(499, '1', 'm', { headers: { 'x-a': '1', 'x-b': '2' } }),
    },
    {
      name: 'a message that is not JSON',
      request: whole('INVALID', { status: 332, headers: {} }),
      ...refused(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
        details: "Invalid JSON value for MESSAGE: 'INVALID'",
        hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      }),
    },
    {
      name: 'a message without a code',
      request: whole({ message: 'm' }, { status: 332, headers: {} }),
      ...refused(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
        details: 'Invalid JSON value for MESSAGE: \'{"message":"m"}\'',
        hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      }),
    },
    {
      name: 'a detail that is not JSON',
      request: whole({ code: '1', message: 'm' }, 'INVALID'),
      ...refused(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
        details: "Invalid JSON value for DETAIL: 'INVALID'",
        hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
      }),
    },
    {
      name: 'a missing detail',
      request: whole({ code: '1', message: 'm' }),
      ...refused(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
        details: 'DETAIL is missing in the RAISE statement',
        hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
      }),
    },
  ])
})

describe('a function sets in the response', () => {
  const HEADERS = refused(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
  const STATUS = refused(500, 'PGRST112', 'response.status guc must be a valid status code')
  scenarios([
    {
      name: 'headers',
      request: post('/rpc/set_response', { headers: '[{"X-One": "1"}, {"X-Two": "2"}]' }),
      ...found('0-0/*', 'done', { headers: { 'x-one': '1', 'x-two': '2' } }),
    },
    {
      name: 'a status',
      request: post('/rpc/set_response', { status: '202' }),
      ...found('0-0/*', 'done', { status: 202 }),
    },
    {
      name: 'headers and a status',
      request: post('/rpc/set_response', { headers: '[{"Retry-After": "5"}]', status: '503' }),
      ...found('0-0/*', 'done', { status: 503, headers: { 'retry-after': '5' } }),
    },
    {
      name: 'the content type',
      request: post('/rpc/set_response', { headers: '[{"Content-Type": "text/special"}]' }),
      status: 200,
      headers: { 'content-type': 'text/special' },
      body: raw('"done"'),
    },
    {
      name: 'headers under GET',
      request: get('/rpc/set_response_stable'),
      ...found('0-0/*', 'kept', {
        headers: { 'cache-control': 'public, max-age=60' },
      }),
    },
    {
      name: 'several cookies',
      request: post('/rpc/set_response', {
        headers: '[{"Set-Cookie": "a=1; Path=/"}, {"Set-Cookie": "b=2; Secure"}]',
      }),
      ...found('0-0/*', 'done', { headers: { 'set-cookie': ['a=1; Path=/', 'b=2; Secure'] } }),
    },
    {
      name: 'headers that are not a list, which fails',
      request: post('/rpc/set_response', { headers: '{"X": "1"}' }),
      ...HEADERS,
    },
    {
      name: 'headers that are not JSON, which fails',
      request: post('/rpc/set_response', { headers: 'X: 1' }),
      ...HEADERS,
    },
    {
      name: 'a header that is not text, which fails',
      request: post('/rpc/set_response', { headers: '[{"X": 1}]' }),
      ...HEADERS,
    },
    {
      name: 'a header in UTF-8',
      request: post('/rpc/set_response', { headers: '[{"X-Port": "Å"}]' }),
      ...found('0-0/*', 'done', { headers: { 'x-port': '\u00c3\u0085' } }),
    },
    {
      name: 'a header with a line break, which fails',
      request: post('/rpc/set_response', { headers: '[{"X-Port": "a\\nX-Other: b"}]' }),
      ...HEADERS,
    },
    {
      name: 'no header that delimits the response',
      request: post('/rpc/set_response', { headers: '[{"Content-Length": "2"}]' }),
      ...found('0-0/*', 'done', { headers: { 'content-length': '6' } }),
    },
    {
      name: 'two headers in one object, which fails',
      request: post('/rpc/set_response', { headers: '[{"X-One": "1", "X-Two": "2"}]' }),
      ...HEADERS,
    },
    {
      name: 'a status with trailing text, which is ignored',
      request: post('/rpc/set_response', { status: '202 and so on' }),
      ...found('0-0/*', 'done', { status: 202 }),
    },
    {
      name: 'an invalid status, which fails',
      request: post('/rpc/set_response', { status: 'fine' }),
      ...STATUS,
    },
  ])
})

describe('errors', () => {
  scenarios([
    {
      name: 'are returned for writes to the root',
      request: post('/', {}),
      ...refused(405, 'PGRST117', 'Unsupported HTTP method: POST'),
    },
    {
      name: 'of HEAD requests have no body',
      request: head('/nowhere'),
      status: 404,
      headers: { 'content-type': JSON_TYPE, 'proxy-status': 'PostgREST; error=PGRST205' },
      body: nothing,
    },
    {
      name: 'have a content length',
      request: get('/ships/1'),
      ...refused(404, 'PGRST125', 'Invalid path specified in request URL', {
        headers: { 'content-length': '96' },
      }),
    },
    {
      name: 'keep the order of their keys',
      request: get('/ships/1'),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: raw(
        '{"code":"PGRST125","details":null,"hint":null,"message":"Invalid path specified in request URL"}',
      ),
    },
    {
      name: 'of a name with a quote escape it',
      request: get("/it's"),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({
        message: "Could not find the table 'public.it's' in the schema cache",
      }),
    },
    {
      name: 'of a write to a read-only table are returned',
      request: patch('/harbour_fees', { total: 1 }),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42809' },
      body: expect.objectContaining({ code: '42809' }),
    },
  ])
})

describe('OPTIONS returns the methods', () => {
  const allowed = (methods: string) => ({
    status: 200,
    headers: { allow: methods, 'access-control-allow-origin': '*' },
    body: nothing,
  })
  scenarios([
    {
      name: 'of a table',
      request: options('/codes'),
      ...allowed('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'),
    },
    {
      name: 'of a table without a key',
      request: options('/pairs'),
      ...allowed('OPTIONS,GET,HEAD,POST,PATCH,DELETE'),
    },
    {
      name: 'of a partitioned table',
      request: options('/readings'),
      ...allowed('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'),
    },
    {
      name: 'of a simple view',
      request: options('/crane_list'),
      ...allowed('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'),
    },
    {
      name: 'of a view that cannot be written',
      request: options('/ship_list'),
      ...allowed('OPTIONS,GET,HEAD'),
    },
    {
      name: 'of a materialized view',
      request: options('/harbour_fees'),
      ...allowed('OPTIONS,GET,HEAD'),
    },
    {
      name: 'of a table regardless of the caller’s privileges',
      request: options('/readonly'),
      ...allowed('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'),
    },
    {
      name: 'of a function that can write',
      request: options('/rpc/add_code?code=x'),
      ...allowed('OPTIONS,POST'),
    },
    {
      name: 'as an error for a function that needs arguments',
      request: options('/rpc/add_code'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST202' },
      body: expect.objectContaining({
        message:
          'Could not find the function public.add_code without parameters in the schema cache',
      }),
    },
    {
      name: 'of a read-only function',
      request: options('/rpc/greet'),
      ...allowed('OPTIONS,GET,HEAD,POST'),
    },
    { name: 'of the root', request: options('/'), ...allowed('OPTIONS,GET,HEAD') },
    {
      name: 'of a table in another schema',
      request: options('/items', { 'accept-profile': 'shop' }),
      ...allowed('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'),
    },
    {
      name: 'as an error for an unknown table',
      request: options('/harbour'),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
  ])
})

describe('pages of other origins', () => {
  const ORIGIN = { origin: 'http://example.com' }
  scenarios([
    {
      name: 'can send preflight requests',
      request: options('/codes', {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'foo,bar',
      }),
      status: 200,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
        'access-control-allow-headers':
          'Authorization, foo, bar, Accept, Accept-Language, Content-Language',
        'access-control-max-age': '86400',
      },
      body: nothing,
    },
    {
      name: 'can read a response',
      request: get('/cargoes?id=eq.1', ORIGIN),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], {
        headers: { 'access-control-allow-origin': '*' },
      }),
    },
    {
      name: 'can read the relevant headers',
      request: get('/cargoes?id=eq.1', ORIGIN),
      ...found('0-0/*', [{ id: 1, name: 'grain' }], {
        headers: {
          'access-control-expose-headers': expect.stringMatching(
            /content-location.*content-range.*location.*preference-applied.*range-unit/i,
          ),
        },
      }),
    },
    {
      name: 'can read an error',
      request: get('/nowhere', ORIGIN),
      status: 404,
      headers: { 'access-control-allow-origin': '*' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
  ])
})

import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSchema } from '../../../test/data-api/add-schema.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'

let test: TestProject
let api: TestApp
let port = 0

beforeAll(async () => {
  test = await createTestProject()
  await addSchema(test)
  api = await createTestApp(test.project)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await api.service.stop?.(api.project)
  await api.app.close()
  await test.stop()
})

type TestRequest = {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

async function ask({ method = 'GET', url, headers, body }: TestRequest) {
  const response = await api.app.inject({
    method,
    url: `/rest/v1${url}`,
    headers: {
      authorization: `Bearer ${api.token('service_role')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  })
  return { status: response.statusCode, body: response.body }
}

const many = (count: number, text: string | ((at: number) => string), between = ',') =>
  Array.from({ length: count }, (_, at) => (typeof text === 'string' ? text : text(at))).join(
    between,
  )

const CODE = /"code":"(\w+)"/
const table: Readonly<Record<string, TestRequest & { readonly is: readonly [number, string?] }>> = {
  'selects nested deeply': {
    url: `/authors?select=${'a('.repeat(60)}id${')'.repeat(60)}`,
    is: [400, 'PGRST100'],
  },
  'selects nested very deeply': {
    url: `/authors?select=${'a('.repeat(200_000)}`,
    is: [400, 'PGRST100'],
  },
  'logic nested deeply': {
    url: `/authors?or=${'(and'.repeat(60)}(id.eq.1)${')'.repeat(60)}`,
    is: [400, 'PGRST100'],
  },
  'logic nested very deeply': {
    url: `/authors?or=${'(or'.repeat(200_000)}`,
    is: [400, 'PGRST100'],
  },
  'very long paths': { url: `/authors?${'a.'.repeat(100_000)}id=eq.1`, is: [400] },
  'very long JSON paths': {
    url: `/books?select=meta${'->a'.repeat(5000)}`,
    is: [400, 'PGRST100'],
  },
  'four thousand filters': { url: `/authors?${many(4000, 'id=gt.0', '&')}`, is: [200] },
  'four thousand filters in a tree': {
    url: `/authors?or=(${many(3999, (at) => `id.eq.${at}`)})`,
    is: [200],
  },
  'more filters than that': {
    url: `/authors?${many(4001, 'id=gt.0', '&')}`,
    is: [400, 'PGRST100'],
  },
  'more filters than that in a tree': {
    url: `/authors?or=(${many(4000, (at) => `id.eq.${at}`)})`,
    is: [400, 'PGRST100'],
  },
  'more filters than that, in groups of three': {
    url: `/authors?${many(1001, 'or=(id.eq.1,id.eq.2,id.eq.3)', '&')}`,
    is: [400, 'PGRST100'],
  },
  'very many groups of filters': {
    url: `/authors?${many(100, `or=(${'and('.repeat(45)}id.eq.1${')'.repeat(45)})`, '&')}`,
    is: [400, 'PGRST100'],
  },
  'filters of many embedded resources': {
    url: `/authors?select=id,${many(100, (at) => `b${at}:books!author_id(id)`)}&${many(3900, (at) => `b${at % 100}.id=eq.1`, '&')}`,
    is: [200],
  },
  'a hundred thousand values': {
    url: `/authors?select=id&id=in.(${many(100_000, (at) => `${at}`)})`,
    is: [200],
  },
  'thousands of columns': { url: `/authors?select=${many(5000, 'id')}`, is: [400, 'PGRST100'] },
  'thousands of terms to sort by': {
    url: `/authors?order=${many(20_000, 'id')}`,
    is: [400, 'PGRST100'],
  },
  'thousands of embeds': {
    url: `/authors?select=${many(900, 'books(id)')}`,
    is: [300, 'PGRST201'],
  },
  'thousands of valid embeds': {
    url: `/authors?select=${many(900, (at) => `a${at}:books!author_id(id)`)}`,
    is: [400, 'PGRST100'],
  },
  'a very long name': { url: `/authors?select=${'x'.repeat(1_000_000)}`, is: [400, '42703'] },
  'a very long table name': { url: `/${'x'.repeat(100_000)}`, is: [404] },
  'thousands of arguments': {
    url: `/rpc/add_up?${many(20_000, (at) => `a${at}=1`, '&')}`,
    is: [404, 'PGRST202'],
  },
  'thousands of variadic arguments': {
    url: `/rpc/shout?${many(100_000, 'words=a', '&')}`,
    is: [200],
  },
  'thousands of columns to write': {
    method: 'POST',
    url: `/genres?columns=${many(70_000, (at) => `c${at}`)}`,
    body: '{}',
    is: [400, 'PGRST204'],
  },
  'thousands of keys to write': {
    method: 'POST',
    url: '/genres',
    body: `{${many(50_000, (at) => `"c${at}":1`)}}`,
    is: [400, 'PGRST204'],
  },
  'a limit outside the range of numbers': { url: `/authors?limit=${'9'.repeat(5000)}`, is: [200] },
  'an offset outside the range of numbers': {
    url: `/authors?offset=${'9'.repeat(5000)}`,
    is: [200],
  },
  'a range outside the range of numbers': {
    url: '/authors',
    headers: { range: `0-${'9'.repeat(5000)}` },
    is: [200],
  },
  'a range that starts past the last row': {
    url: '/authors',
    headers: { range: '999999999999999-', prefer: 'count=exact' },
    is: [416, 'PGRST103'],
  },
  'very many preferences': {
    url: '/authors',
    headers: { prefer: many(100_000, 'count=exact') },
    is: [400, 'PGRST122'],
  },
  'very many time zones': {
    url: '/authors',
    headers: { prefer: many(4000, (at) => `timezone=A${at}`) },
    is: [400, 'PGRST122'],
  },
  'fifty preferences': {
    url: '/authors',
    headers: { prefer: many(50, (at) => `timezone=A${at}`) },
    is: [200],
  },
  'very many types': {
    url: '/authors',
    headers: { accept: many(100_000, (at) => `a/${at}`) },
    is: [406, 'PGRST107'],
  },
  'a hundred types': {
    url: '/authors',
    headers: { accept: `${many(99, (at) => `a/${at}`)},*/*` },
    is: [200],
  },
  'very many empty types': {
    url: '/authors',
    headers: { accept: ','.repeat(60_000) },
    is: [406, 'PGRST107'],
  },
  'very many quotes': { url: '/authors', headers: { accept: '"'.repeat(99_999) }, is: [406] },
  'a NUL in a value': { url: '/authors?name=eq.%00', is: [400, 'PGRST100'] },
  'a NUL in a name': { url: '/authors?%00=eq.1', is: [400, 'PGRST100'] },
  'a NUL in a path': { url: '/%00', is: [404] },
  'a NUL in JSON': {
    method: 'POST',
    url: '/genres',
    body: '{"id":77,"label":"\\u0000"}',
    is: [400, '22P05'],
  },
  'a NUL in JSON that is passed on to Postgres': {
    method: 'POST',
    url: '/genres?columns=id,label',
    body: '{"id":77,"label":"\0"}',
    is: [400],
  },
  'a NUL in CSV': {
    method: 'POST',
    url: '/genres',
    headers: { 'content-type': 'text/csv' },
    body: 'id,label\n77,\0',
    is: [400, '22P05'],
  },
  'a NUL in text': {
    method: 'POST',
    url: '/rpc/say',
    headers: { 'content-type': 'text/plain' },
    body: 'a\0b',
    is: [400, '22021'],
  },
  'a lone surrogate in JSON': {
    method: 'POST',
    url: '/genres',
    body: '{"id":77,"label":"\\ud800"}',
    is: [400, '22P02'],
  },
  'a lone surrogate as a key': {
    method: 'POST',
    url: '/genres',
    body: '{"id":77,"\\ud800":1}',
    is: [400, 'PGRST204'],
  },
  'invalid UTF-8 in a URL': { url: '/authors?name=eq.%ff', is: [400, 'PGRST100'] },
  'invalid UTF-8 in JSON': {
    method: 'POST',
    url: '/genres',
    body: Buffer.from('{"id":77,"label":"\xff"}', 'latin1'),
    is: [400, 'PGRST102'],
  },
  'invalid UTF-8 in JSON that is passed on to Postgres': {
    method: 'POST',
    url: '/genres?columns=id,label',
    body: Buffer.from('{"id":77,"label":"\xff"}', 'latin1'),
    is: [400, 'PGRST102'],
  },
  'invalid UTF-8 in CSV': {
    method: 'POST',
    url: '/genres',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from('id,label\n77,\xe9', 'latin1'),
    is: [400, 'PGRST102'],
  },
  'invalid UTF-8 in text': {
    method: 'POST',
    url: '/rpc/say',
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from([0xc3, 0x28]),
    is: [400, 'PGRST102'],
  },
  'a number outside the range of its type': {
    method: 'POST',
    url: '/books',
    body: `{"title":"x","price":1e999999}`,
    is: [400],
  },
  'a number of a million digits': {
    method: 'POST',
    url: '/genres',
    body: `{"id":${'9'.repeat(900_000)},"label":"x"}`,
    is: [400],
  },
  'JSON that never closes': {
    method: 'POST',
    url: '/genres',
    body: '['.repeat(500_000),
    is: [400],
  },
  'JSON nested deeper than Postgres accepts': {
    method: 'POST',
    url: '/books',
    body: `{"title":"x","meta":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
    is: [400, 'PGRST102'],
  },
  'a list of lists': { method: 'POST', url: '/genres', body: '[[[[]]]]', is: [400, 'PGRST102'] },
  'a key named like the prototype of objects': {
    method: 'POST',
    url: '/genres',
    body: '{"__proto__":1,"constructor":2}',
    is: [400, 'PGRST204'],
  },
  'a form with a field named like that': {
    method: 'POST',
    url: '/rpc/add_up',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '__proto__=1&a=1',
    is: [404, 'PGRST202'],
  },
  'an invalid content type': {
    method: 'POST',
    url: '/genres',
    headers: { 'content-type': 'x' },
    body: '{}',
    is: [400, 'PGRST102'],
  },
  'fifty megabytes': {
    method: 'POST',
    url: '/genres',
    body: Buffer.alloc(50 * 1024 * 1024, 0x20),
    is: [413, 'PGRST102'],
  },
}

describe('a request with', () => {
  it.each(Object.entries(table))('%s', async (_sentence, { is: [status, code], ...asked }) => {
    const answer = await ask(asked)
    expect(answer.status).toBe(status)
    // Successful responses have no code.
    expect(CODE.exec(answer.body)?.[1] ?? '').toMatch(status < 300 ? /^$/ : (code ?? /./))
  })

  it('a body that is too large gets an error with a next step', async () => {
    const { body } = await ask({
      method: 'POST',
      url: '/genres',
      body: Buffer.alloc(2 ** 21, 0x20),
    })
    expect(JSON.parse(body)).toEqual({
      code: 'PGRST102',
      message: 'The request body is too large',
      details: null,
      hint: 'Send it in several requests.',
    })
  })
})

/** Sends bytes that no HTTP client would send, and returns the response's status line and body. */
async function sendBytes(lines: readonly string[], body = ''): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  const head = [...lines, 'host: x', 'connection: close', '', ''].join('\r\n')
  socket.write(Buffer.from(head + body, 'latin1'))
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

describe('a cached plan', () => {
  it('is not used for a URL that only looks similar', async () => {
    expect((await ask({ url: '/genres?label=eq.science?' })).status).toBe(200)
    expect((await ask({ url: '/genres%3Flabel=eq.science' })).status).toBe(404)
  })
})

describe('bytes on the wire', () => {
  const AUTHORIZED = () => `authorization: Bearer ${api.token('service_role')}`

  it.each([
    ['bytes that are no UTF-8 in the path', () => ['GET /rest/v1/\xff\xfe HTTP/1.1'], 400],
    ['escapes that are no UTF-8 in the path', () => ['GET /rest/v1/%ff%fe HTTP/1.1'], 400],
    ['invalid UTF-8 in the query', () => ['GET /rest/v1/genres?label=eq.\xff HTTP/1.1'], 400],
    ['invalid UTF-8 in a header', () => ['GET /rest/v1/genres HTTP/1.1', 'prefer: \xff\xfe'], 200],
    [
      'two preferences',
      () => ['GET /rest/v1/genres HTTP/1.1', 'prefer: count=exact', 'prefer: tx=commit'],
      200,
    ],
    ['a method for questions, without one', () => ['QUERY /rest/v1/genres HTTP/1.1'], 405],
    ['a method for calendars', () => ['MKCALENDAR /rest/v1/genres HTTP/1.1'], 405],
    ['a method for folders', () => ['PROPFIND /rest/v1/rpc/add_up HTTP/1.1'], 405],
    ['two ranges', () => ['GET /rest/v1/genres HTTP/1.1', 'range: 0-0', 'range: 5-6'], 200],
    [
      'two profiles',
      () => ['GET /rest/v1/genres HTTP/1.1', 'accept-profile: public', 'accept-profile: other'],
      406,
    ],
    [
      'two content types',
      () => ['GET /rest/v1/genres HTTP/1.1', 'content-type: a/b', 'content-type: c/d'],
      200,
    ],
    [
      'two lengths',
      () => ['POST /rest/v1/genres HTTP/1.1', 'content-length: 1', 'content-length: 2'],
      400,
    ],
    [
      'a length and chunks',
      () => ['POST /rest/v1/genres HTTP/1.1', 'content-length: 1', 'transfer-encoding: chunked'],
      400,
    ],
    ['a length below nothing', () => ['POST /rest/v1/genres HTTP/1.1', 'content-length: -1'], 400],
    ['a method nobody knows', () => ['BREW /rest/v1/genres HTTP/1.1'], 400],
  ] as const)('with %s end well', async (_sentence, lines, status) => {
    const answer = await sendBytes([...lines(), AUTHORIZED()])
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('of a body that grows past the limit without announcing its length are refused', async () => {
    const chunk = `40000\r\n${' '.repeat(0x40000)}\r\n`
    const answer = await sendBytes(
      [
        'POST /rest/v1/genres HTTP/1.1',
        'content-type: application/json',
        'transfer-encoding: chunked',
        AUTHORIZED(),
      ],
      `${chunk.repeat(8)}0\r\n\r\n`,
    )
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 413')
  })

  it('do not stop the service', async () => {
    expect(await ask({ url: '/genres?select=label&id=eq.1' })).toEqual({
      status: 200,
      body: '[{"label":"science"}]',
    })
  })
})

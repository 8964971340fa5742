import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'

let app: FunctionsApp

beforeAll(async () => {
  app = await createFunctionsApp()
})
afterAll(() => app.close())

it('runs a function and shows it the path, the query, the headers and the body', async () => {
  await app.deploy(
    'hello',
    `Deno.serve(async (request) => {
       const url = new URL(request.url)
       const { name } = await request.json()
       return Response.json(
         { name, path: url.pathname + url.search, method: request.method, given: request.headers.get('x-given') },
         { status: 201, headers: { 'x-made-by': 'hello' } },
       )
     })`,
  )
  const response = await app.call('hello/below?a=1', {
    method: 'PUT',
    body: JSON.stringify({ name: 'Ada' }),
    headers: { 'x-given': 'yes', 'content-type': 'application/json', 'x-region': 'eu-west-1' },
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-made-by')).toBe('hello')
  expect(response.headers.get('x-deno-execution-id')).toMatch(/^[\da-f-]{36}$/)
  expect(response.headers.get('x-relay-error')).toBeNull()
  expect(await response.json()).toEqual({
    name: 'Ada',
    path: '/hello/below?a=1',
    method: 'PUT',
    given: 'yes',
  })
})

it('starts one process for concurrent requests', async () => {
  await app.deploy('shared', `const id = crypto.randomUUID(); Deno.serve(() => new Response(id))`)
  const responses = await Promise.all(Array.from({ length: 5 }, () => app.call('shared')))
  const ids = await Promise.all(responses.map((response) => response.text()))
  expect(new Set(ids).size).toBe(1)
})

it('streams both ways', async () => {
  await app.deploy('same', `Deno.serve((request) => new Response(request.body))`)
  const request = http.request(`${app.url}/functions/v1/same`, { method: 'POST' })
  request.write('first')
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const parts = response.setEncoding('utf8')[Symbol.asyncIterator]()
  expect((await parts.next()).value).toBe('first')
  // The second part is only sent after the first one came back.
  request.end('second')
  expect((await parts.next()).value).toBe('second')
  expect((await parts.next()).done).toBe(true)
})

it('forwards a form with a file', async () => {
  await app.deploy(
    'form',
    `Deno.serve(async (request) => {
       const form = await request.formData()
       return Response.json({ text: form.get('text'), name: form.get('file').name, file: await form.get('file').text() })
     })`,
  )
  const form = new FormData()
  form.set('text', 'hello')
  form.set('file', new File(['content'], 'a.txt'))
  const response = await app.call('form', { method: 'POST', body: form })
  expect(await response.json()).toEqual({ text: 'hello', name: 'a.txt', file: 'content' })
})

it('runs modules with an exported fetch, and those that use serve of the old standard library', async () => {
  await app.deploy('exported', `export default { fetch: () => new Response('exported') }`)
  await app.deploy(
    'listening',
    // The parts of the runtime that std/http used, in the same order.
    `async function serve(handler) {
       const listener = Deno.listen({ port: 8000, hostname: '0.0.0.0', transport: 'tcp' })
       for (;;) {
         const connection = await listener.accept()
         ;(async () => {
           const http = Deno.serveHttp(connection)
           for (let event; (event = await http.nextRequest());)
             event.respondWith(handler(event.request))
         })()
       }
     }
     serve(async (request) => new Response('heard ' + (await request.text())))`,
  )
  expect(await (await app.call('exported')).text()).toBe('exported')
  const responses = await Promise.all(
    ['one', 'two'].map((body) => app.call('listening', { method: 'POST', body })),
  )
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual([
    'heard one',
    'heard two',
  ])
})

it('runs servers of Node, and shows them paths as their handlers expect', async () => {
  await app.deploy(
    'server-of-node',
    `import { createServer } from 'node:http'
     const server = createServer(async (request, response) => {
       let body = ''
       for await (const chunk of request) body += chunk
       response.writeHead(201, { 'content-type': 'application/json' })
       response.end(JSON.stringify({ url: request.url, method: request.method, body }))
     })
     server.on('upgrade', (request, socket) => {
       socket.end('HTTP/1.1 401 Unauthorized\\r\\ncontent-length: ' + request.url.length + '\\r\\n\\r\\n' + request.url)
     })
     server.listen(8000, () => console.log('port', server.address().port))`,
  )
  const response = await app.call('server-of-node/items?page=1', { method: 'PUT', body: 'hello' })
  expect([response.status, await response.json()]).toEqual([
    201,
    { url: '/server-of-node/items?page=1', method: 'PUT', body: 'hello' },
  ])
  const messages = (await app.logs('server-of-node')).map(({ message }) => message)
  expect(messages).toContain('port 8000')
  const request = http.get(`${app.url}/functions/v1/server-of-node/live`, {
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  })
  const [refused] = (await once(request, 'response')) as [http.IncomingMessage]
  expect([refused.statusCode, await text(refused)]).toEqual([401, '/server-of-node/live'])
})

it('leaves preflight requests and CORS headers to the function', async () => {
  await app.deploy('cors', {
    verifyJwt: true,
    files: `Deno.serve((request) => new Response(null, {
      status: 204, headers: { 'access-control-allow-origin': 'https://example.com', 'x-method': request.method } }))`,
  })
  const response = await app.call('cors', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://example.com')
  expect(response.headers.get('x-method')).toBe('OPTIONS')
})

it('requires a token or a key where the function does', async () => {
  await app.deploy('guarded', {
    verifyJwt: true,
    files: `Deno.serve(() => new Response('in'))`,
  })
  const { keys } = app.project
  const attempts = {
    none: {},
    wrong: { authorization: 'Bearer nonsense' },
    forged: { authorization: `Bearer ${keys.anonKey.slice(0, -4)}AAAA` },
    expired: { authorization: `Bearer ${keys.sign({ role: 'authenticated', exp: 1 })}` },
    legacy: { authorization: `Bearer ${keys.anonKey}` },
    opaque: { authorization: `Bearer ${keys.publishableKey}` },
    apikey: { apikey: keys.secretKey },
    user: { authorization: `Bearer ${keys.sign({ role: 'authenticated', exp: 4_000_000_000 })}` },
  }
  const statuses = await Promise.all(
    Object.entries(attempts).map(async ([name, headers]) => [
      name,
      (await app.call('guarded', { headers: headers as Record<string, string> })).status,
    ]),
  )
  expect(Object.fromEntries(statuses)).toEqual({
    none: 401,
    wrong: 401,
    forged: 401,
    expired: 401,
    legacy: 200,
    opaque: 200,
    apikey: 200,
    user: 200,
  })
})

it('does not check a token where the function does not ask for one', async () => {
  await app.deploy('webhook', `Deno.serve((r) => new Response(r.headers.get('authorization')))`)
  const response = await app.call('webhook', { headers: { authorization: 'Bearer of-another' } })
  expect(await response.text()).toBe('Bearer of-another')
})

it('reports in the protocol’s words that a function does not exist', async () => {
  for (const slug of ['missing', '..%2f..', 'a'.repeat(60)]) {
    const response = await app.call(slug)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-relay-error')).toBe('true')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Requested function was not found',
    })
  }
})

it('ends the request in the function when the client disconnects', async () => {
  await app.deploy(
    'abortable',
    `let aborted = 0
     Deno.serve((request) => {
       if (request.url.endsWith('/count')) return new Response(String(aborted))
       request.signal.addEventListener('abort', () => aborted++)
       return new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(1)) }))
     })`,
  )
  const controller = new AbortController()
  const response = await app.call('abortable', { signal: controller.signal })
  await response.body!.getReader().read()
  controller.abort()
  await eventually(async () => expect(await (await app.call('abortable/count')).text()).toBe('1'))
})

it('logs a request whose client disconnected before the response, and does not count it as failed', async () => {
  await app.deploy(
    'left',
    `Deno.serve(() => { console.log('waiting'); return new Promise(() => {}) })`,
  )
  const controller = new AbortController()
  const call = app.call('left', { signal: controller.signal }).catch(() => 'aborted')
  await eventually(async () =>
    expect(await app.logs('left')).toContainEqual(expect.objectContaining({ message: 'waiting' })),
  )
  controller.abort()
  expect(await call).toBe('aborted')
  await eventually(async () =>
    expect(await app.logs('left')).toContainEqual(
      expect.objectContaining({
        kind: 'invocation',
        level: 'info',
        request: expect.objectContaining({ status: 499 }),
      }),
    ),
  )
})

it('accepts a region, and says which one ran the function', async () => {
  await app.deploy(
    'region',
    `Deno.serve((request) => Response.json([request.headers.get('x-region'), Deno.env.get('SB_REGION')]))`,
  )
  const response = await app.call('region?forceFunctionRegion=eu-west-3', {
    headers: { 'x-region': 'eu-west-3' },
  })
  expect(response.headers.get('x-sb-edge-region')).toBe('local')
  expect(await response.json()).toEqual(['eu-west-3', 'local'])
})

it('reads the static files of its version, relative to its folder and to the module', async () => {
  await app.deploy('static', {
    files: {
      'index.ts': `Deno.serve(async () => Response.json([
        await Deno.readTextFile('./pages/hello.html'),
        await Deno.readTextFile(new URL('./pages/hello.html', import.meta.url)),
      ]))`,
      'pages/hello.html': '<h1>Hello</h1>',
    },
  })
  expect(await (await app.call('static')).json()).toEqual(['<h1>Hello</h1>', '<h1>Hello</h1>'])
})

it.each([
  [
    'a header with a line break',
    `new Response('', { headers: { 'x-bad': 'a\\nb' } })`,
    /TypeError/,
  ],
  ['status 999', `new Response('', { status: 999 })`, /RangeError/],
  ['no response', `'text'`, /something other than a Response/],
  ['an error response', `Response.error()`, /Response\.error\(\)/],
  [
    'a body that is used',
    `(() => { const used = new Response('a'); used.text(); return used })()`,
    /body is used/,
  ],
  [
    'a body that fails',
    `new Response(new ReadableStream({ pull() { throw new Error() } }))`,
    /cut off/,
  ],
  [
    'headers of 200 KB',
    `new Response('', { headers: { 'x-long': 'a'.repeat(200_000) } })`,
    /not valid HTTP\. The head is too long/,
  ],
])(
  'survives a function that returns %s, and logs why it failed',
  async (_name, response, logged) => {
    await app.deploy(
      'invalid',
      `Deno.serve((request) => request.url.endsWith('/fine') ? new Response('fine') : ${response})`,
    )
    const failed = await app.call('invalid')
    expect(failed.status).toBe(500)
    expect(await failed.text()).toMatch(/Internal Server Error|WORKER_ERROR/)
    expect(await (await app.call('invalid/fine')).text()).toBe('fine')
    await eventually(async () => {
      const messages = (await app.logs('invalid')).map(({ message }) => message)
      expect(messages.join('\n')).toMatch(logged)
    })
  },
)

it.each(['099', '100', '600', 'abc'])(
  'does not pass on the status %s of a hostile server',
  async (status) => {
    await app.deploy(
      'statuses',
      `import http from 'node:http'
     http.createServer(({ url }, { socket }) =>
       socket.end('HTTP/1.1 ' + url.split('/').pop() + ' X\\r\\ncontent-length: 2\\r\\n\\r\\nok')).listen(8000)`,
    )
    const failed = await app.call(`statuses/${status}`)
    expect([failed.status, await failed.json()]).toMatchObject([500, { code: 'WORKER_ERROR' }])
  },
)

it('responds with an error when a handler fails, and logs the stack', async () => {
  await app.deploy(
    'failing',
    `function deep() { throw new Error('no luck') }
     Deno.serve((request) => {
       if (request.url.endsWith('/header')) return new Response('', { headers: { 'x-bad': 'a\\nb' } })
       if (request.url.endsWith('/nothing')) return undefined
       deep()
     })`,
  )
  for (const path of ['failing', 'failing/header', 'failing/nothing']) {
    const response = await app.call(path)
    expect([path, response.status]).toEqual([path, 500])
  }
  const [first] = (await app.logs('failing')).filter(({ kind }) => kind === 'uncaught')
  expect(first?.message).toMatch(/^Error: no luck\n\s+at deep .*index\.ts:1/)
})

it('opens a WebSocket to a function', async () => {
  await app.deploy(
    'echo',
    `Deno.serve((request) => {
       if (request.headers.get('upgrade') !== 'websocket') return new Response('no', { status: 400 })
       const { socket, response } = Deno.upgradeWebSocket(request)
       socket.onmessage = ({ data }) => socket.send('echo ' + data)
       return response
     })`,
  )
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/functions/v1/echo`)
  const heard = new Promise<unknown>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve(data))
    socket.addEventListener('error', () => reject(new Error('No connection')))
  })
  socket.addEventListener('open', () => socket.send('hi'))
  expect(await heard).toBe('echo hi')
  socket.close()
  const refused = new WebSocket(`${app.url.replace('http', 'ws')}/functions/v1/missing`)
  await new Promise((resolve) => refused.addEventListener('error', resolve))
})

it('forwards no headers of a handshake that apply to the whole origin', async () => {
  await app.deploy(
    'heads',
    `import http from 'node:http'
     const heads = {
       '/heads/switch': 'HTTP/1.1 101 Yes\\r\\nupgrade: websocket\\r\\nconnection: upgrade\\r\\nsec-websocket-accept: x\\r\\n',
       '/heads/no': 'HTTP/1.1 403 No\\r\\ncontent-length: 2\\r\\nclear-site-data: "*"\\r\\n',
     }
     const server = http.createServer((request, response) => response.end())
     server.on('upgrade', ({ url }, socket) => socket.end(heads[url] + 'set-cookie: a=1\\r\\n\\r\\nno'))
     server.listen(8000)`,
  )
  const { host, port, pathname } = new URL(`${app.url}/functions/v1/heads`)
  const shake = async (path: string) => {
    const socket = net.connect(Number(port), '127.0.0.1')
    const lines = [`GET ${pathname}${path} HTTP/1.1`, `host: ${host}`, 'connection: upgrade']
    socket.write([...lines, 'upgrade: websocket', '', ''].join('\r\n'))
    return (await text(socket)).split('\r\n')
  }
  expect(await shake('/switch')).toEqual([
    'HTTP/1.1 101 Yes',
    'sec-websocket-accept: x',
    'connection: Upgrade',
    'upgrade: websocket',
    '',
    'no',
  ])
  expect(await shake('/no')).toEqual([
    'HTTP/1.1 403 No',
    'content-length: 2',
    'connection: close',
    '',
    'no',
  ])
})

it('gives the environment of Supabase and the secrets, and reaches the API of its project', async () => {
  Object.assign(app.secrets, { MY_SECRET: 'mine', SUPABASE_URL: 'elsewhere', LD_PRELOAD: '/x.so' })
  await app.deploy(
    'env',
    `Deno.serve(async () => {
       const api = Deno.env.get('SUPABASE_URL')
       const echo = (key) => fetch(api + '/rest/v1/echo', { headers: { apikey: key } }).then((r) => r.json())
       return Response.json({ env: Deno.env.toObject(), echo: await echo('k'),
         other: (await fetch(new URL('/secret', api))).status })
     })`,
  )
  const { env, echo, other } = (await (await app.call('env')).json()) as {
    env: Record<string, string>
    echo: unknown
    other: number
  }
  const { keys } = app.project
  expect(env).toMatchObject({
    SUPABASE_URL: app.project.apiUrl,
    SUPABASE_DB_URL: expect.stringMatching(
      new RegExp(
        `^postgresql://stoa_functions\\.${app.project.ref}:password@localhost:\\d+/postgres\\?sslmode=disable$`,
      ),
    ),
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SB_REGION: 'local',
    MY_SECRET: 'mine',
  })
  expect(echo).toEqual({ apikey: 'k' })
  expect(other).toBe(404)
  expect(Object.keys(env).filter((name) => /^(?:STOA|PATH$|DENO_DIR|npm_)/.test(name))).toEqual([
    'PATH',
  ])
})

it('forwards status, several cookies and an empty body', async () => {
  await app.deploy(
    'plain',
    `Deno.serve((request) => {
       const headers = new Headers({ 'content-type': 'text/plain' })
       headers.append('set-cookie', 'a=1')
       headers.append('set-cookie', 'b=2')
       return new Response(request.url.endsWith('/none') ? null : 'body', { status: request.url.endsWith('/none') ? 304 : 200, headers })
     })`,
  )
  const head = await app.call('plain', { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.getSetCookie()]).toEqual([
    200,
    '',
    ['a=1', 'b=2'],
  ])
  expect((await app.call('plain/none')).status).toBe(304)
})

it.each(['{"name":"Ada"}', '{"name":"Zoë"}'])(
  'passes the type and the bytes of %s on',
  async (body) => {
    await app.deploy(
      'typed',
      `Deno.serve(async (request) => new Response(await request.text(), {
       headers: { 'content-type': 'application/json', 'x-name': 'Zoë' } }))`,
    )
    const response = await app.call('typed', { method: 'POST', body })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-name')).toBe('Zoë')
    expect(await response.text()).toBe(body)
  },
)

it('does not keep a request whose client disconnected while the function started', async () => {
  await app.deploy(
    'slow-start',
    `await new Promise((resolve) => setTimeout(resolve, 300))
     Deno.serve((request) => { console.log('asked', request.url.slice(-4)); return new Response('ok') })`,
  )
  await expect(app.call('slow-start/gone', { signal: AbortSignal.timeout(100) })).rejects.toThrow(
    /abort|timeout/i,
  )
  expect(await (await app.call('slow-start/here')).text()).toBe('ok')
  const said = (await app.logs('slow-start')).map(({ message }) => message)
  expect(said).toContain('asked here')
  expect(said).not.toContain('asked gone')
})

it('forwards a large body, with and without a type', async () => {
  await app.deploy(
    'size',
    `Deno.serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))`,
  )
  const body = Buffer.alloc(3_000_000, 'a')
  for (const headers of [{ 'content-type': 'application/octet-stream' }, {}] as const) {
    const response = await app.call('size', { method: 'POST', body, headers })
    expect(await response.text()).toBe('3000000')
  }
})

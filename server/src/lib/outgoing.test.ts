import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutgoing } from './outgoing.ts'

let server: http.Server
let url: string
beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url === '/slow') return
    if (request.url === '/moved') return void response.writeHead(302, { location: '/' }).end()
    if (request.url === '/large') return void response.end('x'.repeat(10_000))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('content-type', 'text/plain')
      response.end(`${request.method} ${request.headers.host} ${Buffer.concat(chunks).toString()}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { timeoutMs: 2000, maxBytes: 1000 }

it.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://2130706433/',
  'http://localhost:1/',
  'http://inner.localhost/',
])('refuses %s', async (address) => {
  const outgoing = createOutgoing({ allowsPrivate: false })
  await expect(outgoing.request({ url: address, method: 'GET', ...limits })).rejects.toMatchObject({
    code: 'outgoing_refused',
    status: 400,
  })
})

it.each(['ftp://example.com/', 'file:///etc/passwd', 'nonsense'])('refuses %s', async (given) => {
  await expect(
    createOutgoing({ allowsPrivate: true }).request({ url: given, method: 'GET', ...limits }),
  ).rejects.toMatchObject({ code: 'outgoing_refused' })
})

it('calls its own address where private ones are refused, and no other private address', async () => {
  const outgoing = createOutgoing({ allowsPrivate: false })
  const ownUrl = `${url}/p/one`
  const call = (address: string) =>
    outgoing.request({ url: address, method: 'GET', ownUrl, ...limits })
  expect(await call(`${ownUrl}/rest/v1/?a=b`)).toMatchObject({ status: 200 })
  const others = [`${url}/p/oneself`, `${url}/p/one/../two`, `${url}/`, 'http://localhost:1/p/one']
  for (const other of others)
    await expect(call(other)).rejects.toMatchObject({ code: 'outgoing_refused' })
})

it('ends a request that its caller aborts', async () => {
  const outgoing = createOutgoing({ allowsPrivate: true })
  const given = new AbortController()
  const sent = outgoing.request({
    url: `${url}/slow`,
    method: 'GET',
    signal: given.signal,
    timeoutMs: 60_000,
    maxBytes: 1,
  })
  given.abort()
  await expect(sent).rejects.toMatchObject({ code: 'outgoing_failed' })
})

it('sends a request where private addresses are allowed', async () => {
  const outgoing = createOutgoing({ allowsPrivate: true })
  const response = await outgoing.request({ url, method: 'POST', body: 'grüße', ...limits })
  expect(response).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: `POST ${new URL(url).host} grüße`,
  })
})

it('rejects a name that does not exist', async () => {
  await expect(
    createOutgoing({ allowsPrivate: false }).request({
      url: 'http://does-not-exist.invalid/',
      method: 'GET',
      ...limits,
    }),
  ).rejects.toMatchObject({ status: 502 })
})

it('follows no redirect', async () => {
  const outgoing = createOutgoing({ allowsPrivate: true })
  const response = await outgoing.request({ url: `${url}/moved`, method: 'GET', ...limits })
  expect([response.status, response.headers['location']]).toEqual([302, '/'])
})

it.each([
  ['/large', 'outgoing_too_large', limits],
  ['/slow', 'outgoing_timeout', { ...limits, timeoutMs: 50 }],
])('rejects the response of %s with %s', async (path, code, given) => {
  const outgoing = createOutgoing({ allowsPrivate: true })
  await expect(
    outgoing.request({ url: `${url}${path}`, method: 'GET', ...given }),
  ).rejects.toMatchObject({ code, status: 502 })
})

it('rejects when the server could not be reached', async () => {
  await expect(
    createOutgoing({ allowsPrivate: true }).request({
      url: 'http://127.0.0.1:1/',
      method: 'GET',
      ...limits,
    }),
  ).rejects.toMatchObject({ code: 'outgoing_failed' })
})

it('keeps the connection for requests that may arrive twice, and opens another once it is closed', async () => {
  const served = new Map<unknown, number>()
  const closing = http.createServer((request, response) => {
    const before = served.get(request.socket) ?? 0
    served.set(request.socket, before + 1)
    if (before === 2) request.socket.destroy()
    else request.resume().on('end', () => response.end('done'))
  })
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(closing.address() as AddressInfo).port}/`
  const outgoing = createOutgoing({ allowsPrivate: true })
  const send = (isRepeatable: boolean) =>
    outgoing.request({
      url: target,
      method: 'POST',
      body: 'once',
      ...limits,
      ...(isRepeatable && { isRepeatable }),
    })
  for (let sent = 0; sent < 3; sent += 1) expect(await send(true)).toMatchObject({ body: 'done' })
  expect([...served.values()]).toEqual([3, 1])
  await send(false)
  await send(false)
  expect([...served.values()]).toEqual([3, 1, 1, 1])
  closing.closeAllConnections()
  closing.close()
})

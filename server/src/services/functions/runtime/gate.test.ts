import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGate } from './gate.ts'
import type { Gate } from './gate-server.ts'

let folder: string
let api: http.Server
let gate: Gate
let calls = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-gate-'))
  api = http.createServer((request, response) => {
    request.resume().once('end', () => response.end(`${request.method} ${request.url}`))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  gate = await openGate(path.join(folder, 'a'), {
    apiUrl: `http://localhost:${port}/p/ref`,
    admitCall: () => (calls++ < 2 ? 0 : 7),
  })
})
afterAll(async () => {
  gate.close()
  api.close()
  await rm(folder, { recursive: true })
})

/** Sends bytes as a function could, and resolves with the response. */
function send(...lines: readonly string[]): Promise<string> {
  const socket = net.connect(path.join(folder, 'a'))
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'))
  return text(socket)
}

// Each of them would end the server if it threw.
it.each([
  ['a URL without a host', 'GET // HTTP/1.1', 'host: a', '404'],
  ['a URL of another scheme', 'GET file:///etc/passwd HTTP/1.1', 'host: a', '404'],
  ['a URL with an impossible port', 'GET http://a:99999999/p/ref/ HTTP/1.1', 'host: a', '404'],
  ['a path outside of the API', 'GET /p/ref/../other/ HTTP/1.1', 'host: a', '404'],
  ['trailers without chunks', 'GET /p/ref/x HTTP/1.1', 'host: a\r\ntrailer: x', '200'],
  ['another protocol', 'GET // HTTP/1.1', 'host: a\r\nupgrade: websocket', '404'],
  ['a tunnel', 'CONNECT localhost:1 HTTP/1.1', 'host: a', ''],
])('survives a request with %s', async (_name, line, headers, status) => {
  expect((await send(line, headers)).slice(9, 12)).toBe(status)
  expect(await send('GET /p/ref/after?a=1 HTTP/1.1', 'host: a')).toContain('GET /p/ref/after?a=1')
})

it('limits how often functions call functions', async () => {
  const call = () => send('GET /p/ref/functions/v1/self HTTP/1.1', 'host: a')
  expect(await call()).toContain('GET /p/ref/functions/v1/self')
  expect(await call()).toContain('GET /p/ref/functions/v1/self')
  const refused = await call()
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toMatch(/retry-after: 7\r\n/i)
  expect(refused).toContain('too_many_nested_calls')
  expect(await send('GET /p/ref/rest/v1/ HTTP/1.1', 'host: a')).toContain('GET /p/ref/rest/v1/')
})

import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createConnectionBudget } from '../lib/connection-budget.ts'
import { silentLog } from '../lib/log.ts'
import { isLoopback, limitAllConnections, limitConnections } from './connection-limit.ts'

const MAX = 3

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  limitConnections(app, MAX)
  app.server.prependListener('connection', (socket: Socket) => {
    if (!from) return
    Object.defineProperty(socket, 'remoteAddress', { value: from.remote })
    Object.defineProperty(socket, 'localAddress', { value: from.local })
  })
  app.get('/', () => 'served')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** The source address that the server sees for the next connections. */
let from: { readonly remote: string; readonly local: string } | undefined
beforeEach(() => void (from = undefined))

async function ask(): Promise<{ client: Socket; text: string }> {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.setEncoding('utf8')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [text] = (await once(client, 'data')) as [string]
  return { client, text }
}

it('refuses further connections of an address until one of them closes', async () => {
  from = { remote: '192.0.2.7', local: '192.0.2.1' }
  const open = []
  for (let count = 0; count < MAX; count += 1) open.push(await ask())
  expect(open.map(({ text }) => text.slice(9, 12))).toEqual(['200', '200', '200'])
  const refused = await ask()
  expect(refused.text).toContain('429')
  expect(refused.text).toContain('too_many_connections')
  open[0]?.client.destroy()
  await expect
    .poll(async () => {
      const { client, text } = await ask()
      client.destroy()
      return text
    })
    .toContain('served')
  for (const { client } of open) client.destroy()
})

it.each([
  ['its loopback address', undefined],
  ['another of its addresses', { remote: '192.0.2.1', local: '192.0.2.1' }],
])('does not limit connections from this machine, at %s', async (_name, addresses) => {
  from = addresses
  const open = []
  for (let count = 0; count < MAX + 2; count += 1) open.push(await ask())
  for (const { client, text } of open) {
    expect(text).toContain('served')
    client.destroy()
  }
})

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['0:0:0:0::/64', true],
  ['10.0.0.1', false],
  ['2001:db8:0:1::/64', false],
])('tells whether %s is this machine', (network, isOwn) => {
  expect(isLoopback(network)).toBe(isOwn)
})

it('refuses every connection while the process has no room for more, and says so once', async () => {
  const logged: string[] = []
  const log = {
    ...silentLog,
    warn: (_fields: unknown, message: string) => void logged.push(message),
  }
  const full = Fastify({ forceCloseConnections: true })
  limitAllConnections(full, createConnectionBudget(2, log))
  full.get('/', () => 'served')
  await full.listen({ port: 0, host: '127.0.0.1' })
  const { port } = full.server.address() as AddressInfo
  const open = async () => {
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    client.setEncoding('utf8')
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [text] = (await once(client, 'data')) as [string]
    return { client, text }
  }
  const served = [await open(), await open()]
  for (let count = 0; count < 3; count += 1) {
    const { text } = await open()
    expect(text).toMatch(/^HTTP\/1.1 503 .*retry-after: 5.*server_full/s)
  }
  expect(logged).toHaveLength(1)
  for (const { client } of served) client.destroy()
  await expect.poll(async () => (await open()).text).toContain('served')
  await full.close()
})

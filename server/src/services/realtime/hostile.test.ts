import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { generateApiKeys } from '../../project/keys/api-keys.ts'
import {
  createRealtimeApp,
  userBroadcastPush,
  type RealtimeApp,
} from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
})
beforeEach(() => app.change({}))
afterAll(() => app.stop())

it.each([
  ['no JSON', 'x'],
  ['null', 'null'],
  ['an object', '{}'],
  ['too few parts', '["1","1","realtime:a","phx_join"]'],
  ['a topic that is no text', '["1","1",{},"phx_join",{}]'],
  ['a reference that is an object', '[{},"1","realtime:a","phx_join",{}]'],
  ['an empty binary frame', Buffer.alloc(0)],
  ['a binary frame of another kind', Buffer.from([9, 0, 0, 0, 0, 0, 0])],
  ['a binary frame that ends too early', Buffer.from([3, 255, 255, 255, 255, 255, 1])],
  [
    'a binary frame whose body is not the JSON it claims',
    Buffer.concat([userBroadcastPush('a', 'e', {}), Buffer.from('}')]),
  ],
])('ends the connection of a client that sends %s, and serves the others', async (_, frame) => {
  const [hostile, other] = [await app.connect(), await app.connect()]
  hostile.raw(frame)
  expect((await hostile.closed).code).toBe(1002)
  expect((await other.join('a')).status).toBe('ok')
})

it('refuses joins that are malformed, with a reason', async () => {
  const client = await app.connect()
  const reasonOf = async (name: string, payload: unknown) => {
    client.send(`realtime:${name}`, 'phx_join', payload, name.slice(0, 9))
    return (await client.event('phx_reply')).payload.response.reason.split(':')[0]
  }
  expect(await reasonOf('', {})).toBe('TopicNameRequired')
  expect(await reasonOf('x'.repeat(300), {})).toBe('TopicNameTooLong')
  expect(await reasonOf('a', 7)).toBe('InvalidJoinPayload')
  expect(await reasonOf('b', { config: { postgres_changes: 'all' } })).toBe('InvalidJoinPayload')
  client.send('other:topic', 'phx_join', {})
  expect((await client.event('phx_reply')).payload.response.reason).toBe('unmatched topic')
})

it('refuses the keys of another project', async () => {
  const { anonKey } = generateApiKeys('other', new Date())
  const client = await app.connect()
  const { status, response } = await client.join('a', {}, anonKey)
  expect([status, response.reason]).toEqual([
    'error',
    'JwtSignatureError: Failed to validate JWT signature',
  ])
})

it('closes a connection that sends a frame larger than any message', async () => {
  app.change({ max_payload_size_in_kb: 1 })
  const client = await app.connect()
  client.raw(Buffer.alloc(20_000))
  expect((await client.closed).code).toBe(1009)
})

it('does not deliver a message above the limit of the settings', async () => {
  app.change({ max_payload_size_in_kb: 1 })
  const client = await app.connect()
  await client.join('big', { broadcast: { ack: true, self: true } })
  const payload = { event: 'e', payload: 'x'.repeat(2000) }
  client.send('realtime:big', 'broadcast', payload, 'b')
  expect(await client.event('phx_reply')).toMatchObject({ ref: 'b', payload: { status: 'error' } })
  const refused = await app.post('/api/broadcast/big/events/e', payload)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'payload_size_exceeded' },
  ])
})

it('limits clients, channels of a client, and joins per second', async () => {
  app.change({ max_concurrent_users: 2, max_channels_per_client: 1 })
  const [first, second] = [await app.connect(), await app.connect()]
  expect((await first.join('a')).status).toBe('ok')
  expect((await first.join('b')).response.reason).toBe('ChannelRateLimitReached: Too many channels')
  const third = await app.connect()
  expect((await third.join('a')).response.reason).toContain('ConnectionRateLimitReached')
  expect((await second.join('a')).status).toBe('ok')
  app.change({ max_joins_per_second: 3 })
  const flooding = await app.connect()
  for (let n = 0; n < 10; n += 1) flooding.send(`realtime:${n}`, 'phx_join', {})
  expect((await flooding.closed).reason).toContain('ClientJoinRateLimitReached')
})

it('ends a channel that sends too much', async () => {
  app.change({ max_events_per_second: 5, max_presence_events_per_second: 2 })
  const client = await app.connect()
  await client.join('flood')
  for (let n = 0; n < 10; n += 1)
    client.send('realtime:flood', 'broadcast', { event: 'e', payload: n })
  expect((await client.event('system')).payload).toMatchObject({
    status: 'error',
    message: 'Too many messages per second',
  })
  await client.event('phx_close')
  const refused = await app.post('/api/broadcast', {
    messages: Array.from({ length: 20 }, () => ({ topic: 'a', event: 'e', payload: {} })),
  })
  expect(refused.status).toBe(429)
  await client.join('hall')
  for (let n = 0; n < 5; n += 1)
    client.send('realtime:hall', 'presence', { event: 'track', payload: { n } })
  expect((await client.event('system')).payload.message).toBe(
    'Too many presence messages per second',
  )
})

it('survives a client that joins and leaves without pause', async () => {
  app.change({ max_joins_per_second: 10_000, max_channels_per_client: 1000 })
  const [hostile, other] = [await app.connect(), await app.connect()]
  for (let n = 0; n < 10_000; n += 1) hostile.send(`realtime:${n % 7}`, 'phx_join', {})
  expect((await hostile.closed).code).toBe(1008)
  expect((await other.join('a')).status).toBe('ok')
})

it('refuses most of 10,000 simultaneous joins, while others continue', async () => {
  app.change({ max_concurrent_users: 200, max_joins_per_second: 100 })
  const [speaker, listener] = [await app.connect(), await app.connect()]
  for (const client of [speaker, listener]) await client.join('calm')
  const crowd = await Promise.all(Array.from({ length: 100 }, () => app.connect()))
  for (const [at, client] of crowd.entries())
    for (let n = 0; n < 100; n += 1) client.send(`realtime:${at}-${n}`, 'phx_join', {})
  speaker.send('realtime:calm', 'broadcast', { event: 'hello', payload: {} })
  expect((await listener.event('broadcast')).payload.event).toBe('hello')
  const ended = await Promise.all(crowd.slice(1).map(({ closed }) => closed))
  expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([1008]))
  speaker.send('realtime:calm', 'broadcast', { event: 'again', payload: {} })
  expect((await listener.event('broadcast')).payload.event).toBe('again')
})

it('ends the connection of a client that does not read, and no others', async () => {
  // The earlier joins have used up the usual rate.
  app.change({
    max_payload_size_in_kb: 3000,
    max_events_per_second: 10_000,
    max_joins_per_second: 10_000,
  })
  const [deaf, other, sender] = [await app.connect(), await app.connect(), await app.connect()]
  for (const client of [deaf, other, sender]) await client.join('load')
  deaf.socket.pause()
  const body = Buffer.alloc(2_000_000)
  for (let n = 0; n < 20; n += 1) {
    sender.raw(userBroadcastPush('load', 'e', body, null))
    await other.event('broadcast')
  }
  deaf.socket.resume()
  expect((await deaf.closed).code).toBe(1006)
  sender.raw(userBroadcastPush('load', 'last', body, null))
  expect((await other.event('broadcast')).payload.event).toBe('last')
})

it('refuses all clients while disabled, and public channels if the project only allows private ones', async () => {
  app.change({ enabled: false })
  const client = await app.connect()
  expect((await client.join('a')).response.reason).toContain('RealtimeDisabledForTenant')
  expect((await app.post('/api/broadcast/a/events/e', {})).status).toBe(403)
  app.change({ private_only: true })
  expect((await client.closed).code).toBe(1012)
  const next = await app.connect()
  expect((await next.join('a')).response.reason).toContain('PrivateOnly')
  expect((await app.post('/api/broadcast/a/events/e', {})).status).toBe(403)
})

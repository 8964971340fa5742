import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createRealtimeApp,
  userBroadcastPush,
  type RealtimeApp,
} from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
})
afterAll(() => app.stop())

it('replies to a heartbeat and to a join, in both versions of the protocol', async () => {
  for (const version of ['1.0.0', '2.0.0'] as const) {
    const client = await app.connect(version)
    client.send('phoenix', 'heartbeat', {}, '7')
    expect(await client.event('phx_reply', 'phoenix')).toMatchObject({
      ref: '7',
      payload: { status: 'ok', response: {} },
    })
    expect(await client.join('room')).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  }
})

it('delivers a message to the others on the channel, in the form of their version', async () => {
  const [old, sender, other] = [
    await app.connect('1.0.0'),
    await app.connect('2.0.0'),
    await app.connect('2.0.0'),
  ]
  for (const client of [old, sender, other]) await client.join('all')
  sender.raw(userBroadcastPush('all', 'hello', { text: 'ä' }))
  for (const client of [old, other])
    expect((await client.event('broadcast')).payload).toEqual({
      type: 'broadcast',
      event: 'hello',
      payload: { text: 'ä' },
    })
  old.send('realtime:all', 'broadcast', { type: 'broadcast', event: 'hi', payload: { n: 1 } })
  for (const client of [sender, other])
    expect((await client.event('broadcast')).payload).toMatchObject({
      event: 'hi',
      payload: { n: 1 },
    })
  sender.raw(userBroadcastPush('all', 'bytes', Buffer.from([1, 2, 255])))
  expect((await other.event('broadcast')).payload).toMatchObject({
    event: 'bytes',
    payload: Buffer.from([1, 2, 255]),
  })
  // The sender does not get its own message, and the older client does not get one that it cannot
  // read.
  sender.send('phoenix', 'heartbeat')
  old.send('phoenix', 'heartbeat')
  await sender.event('phx_reply', 'phoenix')
  await old.event('phx_reply', 'phoenix')
  expect([...sender.received, ...old.received]).toEqual([])
})

it('sends a message back to its sender and acknowledges it if the channel requests that', async () => {
  const client = await app.connect()
  await client.join('echo', { broadcast: { self: true, ack: true } })
  client.send('realtime:echo', 'broadcast', { type: 'broadcast', event: 'e', payload: 1 }, 'b1')
  expect((await client.event('broadcast')).payload).toMatchObject({ event: 'e', payload: 1 })
  expect(await client.event('phx_reply')).toMatchObject({ ref: 'b1', payload: { status: 'ok' } })
})

it('accepts messages over HTTP, one and many', async () => {
  const client = await app.connect()
  await client.join('http')
  const batch = await app.post('/api/broadcast', {
    messages: [
      { topic: 'http', event: 'a', payload: { n: 1 } },
      { topic: 'elsewhere', event: 'b', payload: { n: 2 } },
    ],
  })
  expect(batch.status).toBe(202)
  expect((await client.event('broadcast')).payload).toMatchObject({ event: 'a', payload: { n: 1 } })
  const one = await app.post('/api/broadcast/http/events/c', { n: 3 })
  expect(one.status).toBe(202)
  expect((await client.event('broadcast')).payload).toMatchObject({ event: 'c', payload: { n: 3 } })
  await app.post('/api/broadcast/http/events/d', Buffer.from([0, 1]))
  expect((await client.event('broadcast')).payload.payload).toEqual(Buffer.from([0, 1]))
  const refused = await app.post('/api/broadcast', { messages: [{ topic: '' }] })
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'invalid_request' }),
  ])
})

it('closes a channel when its client leaves, or joins the topic again', async () => {
  const client = await app.connect()
  await client.join('twice')
  await client.join('twice')
  expect(await client.event('phx_close')).toMatchObject({ topic: 'realtime:twice' })
  client.send('realtime:twice', 'phx_leave', {}, 'bye')
  expect(await client.event('phx_reply')).toMatchObject({ ref: 'bye', payload: { status: 'ok' } })
  await client.event('phx_close')
  client.send('realtime:twice', 'broadcast', {}, 'late')
  expect((await client.event('phx_reply')).payload).toEqual({
    status: 'error',
    response: { reason: 'unmatched topic' },
  })
})

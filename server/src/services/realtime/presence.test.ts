import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRealtimeApp, type RealtimeApp } from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp({ realtime: { max_presence_events_per_second: 1000 } })
})
afterAll(() => app.stop())

const track = (payload: unknown) => ({ type: 'presence', event: 'track', payload })

it('reports who is present, joins, updates and leaves, with several clients per key', async () => {
  const presence = { key: 'ann', enabled: true }
  const first = await app.connect()
  await first.join('hall', { presence })
  expect((await first.event('presence_state')).payload).toEqual({})
  first.send('realtime:hall', 'presence', track({ n: 1 }))
  const joined = (await first.event('presence_diff')).payload
  expect(joined).toEqual({
    joins: { ann: { metas: [{ n: 1, phx_ref: expect.any(String) }] } },
    leaves: {},
  })
  const second = await app.connect('1.0.0')
  await second.join('hall', { presence })
  expect((await second.event('presence_state')).payload).toEqual(joined.joins)
  second.send('realtime:hall', 'presence', track({ n: 2 }))
  await first.event('presence_diff')
  second.send('realtime:hall', 'presence', track({ n: 3 }))
  expect((await first.event('presence_diff')).payload).toMatchObject({
    joins: { ann: { metas: [{ n: 3, phx_ref_prev: expect.any(String) }] } },
    leaves: { ann: { metas: [{ n: 2 }] } },
  })
  first.send('realtime:hall', 'presence', { type: 'presence', event: 'untrack' })
  expect((await first.event('presence_diff')).payload).toMatchObject({
    joins: {},
    leaves: { ann: { metas: [{ n: 1 }] } },
  })
  second.socket.terminate()
  expect((await first.event('presence_diff')).payload).toMatchObject({
    leaves: { ann: { metas: [{ n: 3 }] } },
  })
})

it('refuses invalid presences', async () => {
  const client = await app.connect()
  await client.join('odd')
  for (const payload of ['text', 7, [1]]) {
    client.send('realtime:odd', 'presence', track(payload))
    expect((await client.event('phx_reply')).payload.status).toBe('error')
  }
})

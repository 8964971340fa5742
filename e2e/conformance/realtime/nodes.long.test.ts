import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
} from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { inDatabase } from '../../support/project.ts'
import { createProject, discard, startRealtimeNode, startServer } from '../../support/server.ts'

it('works without a process that hangs, and with it again once it responds', async () => {
  const server = await startServer()
  const project = await createProject(server, 'Garden')
  const node = await startRealtimeNode(server)
  const sockets: { disconnect(): unknown }[] = []
  const join = async (url: string, key: string): Promise<RealtimeChannel> => {
    const client = createClient(url, project.publishable_key, { auth: { persistSession: false } })
    sockets.push(client.realtime)
    const channel = client.channel('hall', { config: { presence: { key } } })
    channel.on('presence', { event: 'sync' }, () => {})
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED)
          void channel.track({}).then(() => resolve())
      })
    })
    return channel
  }
  const listening = async () => {
    const { rows } = await inDatabase(project, (database) =>
      database.query(`select from pg_stat_activity where application_name ~ '^stoa-realtime-'`),
    )
    return rows.length
  }
  const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()

  const ann = await join(project.api_url, 'ann')
  const bob = await join(`${node.url}/p/${project.ref}`, 'bob')
  for (const channel of [ann, bob]) await expect.poll(() => keys(channel)).toEqual(['ann', 'bob'])
  expect(await listening()).toBe(2)
  process.kill(node.pid, 'SIGSTOP')
  await expect.poll(() => keys(ann), { timeout: 20_000 }).toEqual(['ann'])
  // Its leftover connections do not keep notifications of others from being forgotten.
  await expect.poll(listening, { timeout: 20_000 }).toBe(0)
  process.kill(node.pid, 'SIGCONT')
  for (const channel of [ann, bob])
    await expect.poll(() => keys(channel), { timeout: 20_000 }).toEqual(['ann', 'bob'])

  for (const socket of sockets) socket.disconnect()
  await node.kill('SIGTERM')
  await discard(server)
})

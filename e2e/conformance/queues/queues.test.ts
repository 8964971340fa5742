import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPlatform } from '../../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo

const inDatabase = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Post office')
  await inDatabase(`select pgmq.create('letters')`, `select pgmq.create('parcels')`)
  await askPlatform(server, 'PUT', `/queues/${project.ref}/api`, { exists: true })
  await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/data-api`, {
    exposed_schemas: ['public', 'pgmq_public'],
  })
})
afterAll(() => discard(server))

const queues = (key: string) =>
  createClient(project.api_url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).schema('pgmq_public')

describe('an unmodified supabase-js', () => {
  it('sends, reads, archives, deletes and pops messages', async () => {
    const db = queues(project.secret_key)
    expect(
      await db.rpc('send', { queue_name: 'letters', message: { hello: 'world' } }),
    ).toMatchObject({ error: null, data: [1] })
    expect(
      await db.rpc('send', { queue_name: 'letters', message: { n: 2 }, sleep_seconds: 3600 }),
    ).toMatchObject({ error: null, data: [2] })
    expect(
      await db.rpc('send_batch', {
        queue_name: 'letters',
        messages: [{ n: 3 }, { n: 4 }],
        sleep_seconds: 0,
      }),
    ).toMatchObject({ error: null, data: [3, 4] })
    expect(await db.rpc('read', { queue_name: 'letters', sleep_seconds: 30, n: 2 })).toMatchObject({
      error: null,
      data: [
        { msg_id: 1, read_ct: 1, message: { hello: 'world' }, headers: null },
        { msg_id: 3, read_ct: 1, message: { n: 3 } },
      ],
    })
    expect(await db.rpc('archive', { queue_name: 'letters', message_id: 1 })).toMatchObject({
      data: true,
    })
    expect(await db.rpc('delete', { queue_name: 'letters', message_id: 3 })).toMatchObject({
      data: true,
    })
    expect(await db.rpc('delete', { queue_name: 'letters', message_id: 3 })).toMatchObject({
      data: false,
    })
    expect(await db.rpc('pop', { queue_name: 'letters' })).toMatchObject({
      data: [{ msg_id: 4, message: { n: 4 } }],
    })
    expect(await db.rpc('pop', { queue_name: 'letters' })).toMatchObject({ error: null, data: [] })
  })

  it('gets an error for an unknown queue', async () => {
    expect(await queues(project.secret_key).rpc('pop', { queue_name: 'none' })).toMatchObject({
      status: 404,
      error: { code: '42P01', message: 'The queue "none" does not exist' },
    })
  })

  it('uses a queue without a secret only by grants and policies', async () => {
    const db = queues(project.publishable_key)
    const sent = () => db.rpc('send', { queue_name: 'parcels', message: { size: 1 } })
    expect(await sent()).toMatchObject({ error: { code: '42501' } })
    await inDatabase(
      'grant insert, select on pgmq.q_parcels to anon',
      'create policy anyone_sends on pgmq.q_parcels for insert to anon with check (true)',
      'create policy anyone_sees on pgmq.q_parcels for select to anon using (true)',
    )
    expect(await sent()).toMatchObject({ error: null, data: [1] })
    expect(await db.rpc('pop', { queue_name: 'parcels' })).toMatchObject({
      error: { code: '42501' },
    })
  })

  it('gives each message to one of many readers', async () => {
    const db = queues(project.secret_key)
    const messages = Array.from({ length: 40 }, (_, n) => ({ n }))
    await inDatabase(`select pgmq.create('rush')`)
    await db.rpc('send_batch', { queue_name: 'rush', messages })
    const popped = await Promise.all(messages.map(() => db.rpc('pop', { queue_name: 'rush' })))
    const ids = popped.flatMap(({ data }: { data: { msg_id: number }[] | null }) =>
      (data ?? []).map(({ msg_id: id }) => id),
    )
    // A reader that finds every available message locked gets none; the others remain.
    expect(new Set(ids).size).toBe(ids.length)
    const rest = await db.rpc('read', { queue_name: 'rush', sleep_seconds: 30, n: 100 })
    expect(ids.length + rest.data.length).toBe(40)
  })
})

it('is refused once the schema is not exposed any more', async () => {
  await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/data-api`, {
    exposed_schemas: ['public'],
  })
  await askPlatform(server, 'PUT', `/queues/${project.ref}/api`, { exists: false })
  expect(await queues(project.secret_key).rpc('pop', { queue_name: 'letters' })).toMatchObject({
    error: { code: 'PGRST106' },
  })
})

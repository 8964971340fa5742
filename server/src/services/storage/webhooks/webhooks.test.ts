import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebhookDelivery } from '@stoa/contract/services/webhook-endpoints'
import { NewStorageWebhook, StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { webhookKey, webhookSignature } from '../../../lib/webhooks.ts'
import { sql } from '../../../postgres/sql.ts'

type Received = {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
}

const Event = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

let project: TestProject
let app: StorageApp
let receiver: Server
let url: string
let received: Received[] = []
let status = 200

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await app.client().createBucket('files')
  await app.client().createBucket('other')
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, body, event: Event.parse(JSON.parse(body)) })
      response.writeHead(status).end('seen')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await app.close()
  await project.stop()
})
beforeEach(async () => {
  for (const { id } of await list()) await app.member('DELETE', `/webhooks/${id}`)
  await app.settled()
  received = []
  status = 200
})

const list = async () => z.array(StorageWebhook).parse(await app.member('GET', '/webhooks'))
const create = async (more: object = {}) =>
  NewStorageWebhook.parse(await app.member('POST', '/webhooks', { name: 'search', url, ...more }))
const deliveries = async (id: string) =>
  z.array(WebhookDelivery).parse(await app.member('GET', `/webhooks/${id}/deliveries`))
const files = (bucket = 'files') => app.client().from(bucket)
const told = () => received.map(({ event: { type, data } }) => `${type} ${String(data['name'])}`)

it('sends uploads, replacements, moves and deletions, signed as Standard Webhooks', async () => {
  const { id, secret } = await create({ bucket: 'files', prefix: 'docs/' })
  await files().upload('docs/a', 'text')
  await expect.poll(told).toEqual(['object.created docs/a'])
  await files().upload('docs/a', 'text 2', { upsert: true })
  await files('other').upload('docs/a', 'text')
  await files().upload('images/a', 'text')
  await expect.poll(() => received.length).toBe(2)
  await files().move('docs/a', 'images/b')
  await expect.poll(() => received.length).toBe(3)
  await files().move('images/b', 'docs/c')
  await expect.poll(() => received.length).toBe(4)
  await files().remove(['docs/c'])
  await expect
    .poll(told)
    .toEqual([
      'object.created docs/a',
      'object.created docs/a',
      'object.removed docs/a',
      'object.created docs/c',
      'object.removed docs/c',
    ])
  const [first] = received
  expect(first?.event.data).toMatchObject({ bucket: 'files', name: 'docs/a', size: 4 })
  const { 'webhook-id': messageId, 'webhook-timestamp': time } = first?.headers ?? {}
  expect(first?.headers['webhook-signature']).toBe(
    webhookSignature(
      webhookKey(secret),
      `${String(messageId)}.${String(time)}.${first?.body ?? ''}`,
    ),
  )
  await app.settled()
  const log = await deliveries(id)
  expect(log).toHaveLength(5)
  expect(log[0]).toMatchObject({ state: 'delivered', last_status: 200, last_response: 'seen' })
})

it('signs with the new secret after a rotation', async () => {
  const { id, secret: old } = await create()
  const answer = await app.member('POST', `/webhooks/${id}/secret/rotate`)
  const { secret } = z.object({ secret: z.string() }).parse(answer)
  expect(secret).not.toBe(old)
  await files().upload('rotated', 'text')
  await expect.poll(told).toEqual(['object.created rotated'])
  const [message] = received
  const { 'webhook-id': messageId, 'webhook-timestamp': time } = message?.headers ?? {}
  expect(message?.headers['webhook-signature']).toBe(
    webhookSignature(
      webhookKey(secret),
      `${String(messageId)}.${String(time)}.${message?.body ?? ''}`,
    ),
  )
  expect(app.audited.at(-1)).toMatchObject({
    action: 'storage_webhook_secret.rotate',
    target: 'search',
  })
})

it('sends nothing for a refused upload', async () => {
  await create()
  const refused = await app.client('anon').from('files').upload('refused', 'text')
  expect(refused.error).not.toBeNull()
  await files().upload('allowed', 'text')
  await expect.poll(told).toEqual(['object.created allowed'])
})

it('retries with the same id until the receiver accepts', async () => {
  const { id } = await create()
  status = 500
  await files().upload('again', 'text')
  await expect.poll(() => received.length).toBe(1)
  await app.settled()
  expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, last_status: 500 }])
  await app.runJob('webhooks')
  expect(received).toHaveLength(1)
  status = 204
  app.pass(5)
  await app.runJob('webhooks')
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

it('gives up an event after the last attempt, and sends it again on request', async () => {
  const { id } = await create()
  status = 500
  await files().upload('dead', 'text')
  await expect.poll(() => received.length).toBe(1)
  await app.settled()
  for (let attempt = 2; attempt <= 9; attempt++) {
    app.pass(43_200)
    await app.runJob('webhooks')
  }
  const [dead] = await deliveries(id)
  expect(dead).toMatchObject({ state: 'dead', attempts: 9 })
  status = 200
  await app.member('POST', `/webhooks/${id}/deliveries/${dead?.id ?? ''}/redeliver`, {})
  await expect.poll(() => received.length).toBe(10)
  await app.settled()
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

it('delivers pending events after the server was killed and restarted', async () => {
  await create()
  // Committed by a transaction whose server ended before it could send anything.
  await project.run(`insert into storage.objects (bucket_id, name) values ('files', 'left')`)
  expect(received).toEqual([])
  await app.recover()
  await expect.poll(told).toEqual(['object.created left'])
})

it('adds no more events for a receiver with 10,000 waiting ones', async () => {
  const { id } = await create({ url: 'http://127.0.0.1:1/', enabled: false })
  await project.run(
    `insert into storage.webhook_deliveries (webhook_id, event, body, next_at)
     select '${id}', 'test', '{}', 'infinity' from generate_series(1, 9999)`,
    'supabase_admin',
  )
  await app.member('PATCH', `/webhooks/${id}`, { enabled: true })
  await project.run(
    `insert into storage.objects (bucket_id, name) values ('files', 'x1'), ('files', 'x2')`,
  )
  expect(await list()).toMatchObject([{ id, pending: 10_000 }])
})

it('runs no cast of the project’s owner with the rights of the service', async () => {
  await create()
  await project.run(`
    create domain public.sly as text;
    alter table storage.objects alter column owner_id type public.sly`)
  const refused = await files().upload('sly', 'text')
  await project.run('alter table storage.objects alter column owner_id type text')
  expect(refused.error?.message).toContain('original types')
  expect((await files().upload('sly', 'text')).error).toBeNull()
})

it('sends a test event, and keeps the fields that a change does not set', async () => {
  const { id } = await create({ prefix: 'docs/' })
  await app.member('POST', `/webhooks/${id}/test`, {})
  await expect.poll(() => received.map(({ event }) => event.type)).toEqual(['test'])
  expect(await app.member('PATCH', `/webhooks/${id}`, { name: 'new' })).toMatchObject({
    name: 'new',
    prefix: 'docs/',
    bucket: null,
  })
})

it('shows the secret once and stores it encrypted', async () => {
  const { secret } = await create()
  expect(JSON.stringify(await list())).not.toContain('whsec_')
  const stored = await project.project.database
    .as('supabase_storage_admin')
    .many(sql`select sealed_secret from storage.webhooks`, z.object({ sealed_secret: z.string() }))
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
})

it('refuses private addresses, unknown webhooks and deliveries', async () => {
  const closed = await createStorageApp(project, {
    outgoing: createOutgoing({ allowsPrivate: false }),
  })
  expect(await closed.member('POST', '/webhooks', { name: 'inside', url })).toMatchObject({
    code: 'outgoing_refused',
  })
  await closed.close()
  const none = '00000000-0000-4000-8000-000000000000'
  expect(await app.member('POST', `/webhooks/${none}/test`, {})).toMatchObject({
    code: 'storage_webhook_not_found',
  })
  const { id } = await create()
  expect(
    await app.member('POST', `/webhooks/${id}/deliveries/${none}/redeliver`, {}),
  ).toMatchObject({ code: 'storage_delivery_not_found' })
})

it('deletes the webhooks that a copied project inherited', async () => {
  await create()
  await project.run(`update storage.webhooks set project_ref = 'another'`, 'supabase_admin')
  await app.recover()
  await files().upload('copy', 'text')
  expect(await list()).toEqual([])
  expect(received).toEqual([])
})

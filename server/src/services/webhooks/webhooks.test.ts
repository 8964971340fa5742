import { mountRoutes } from '../../lib/http.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebhookDelivery } from '@stoa/contract/services/webhook-endpoints'
import { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createOutgoing } from '../../lib/outgoing.ts'
import { webhookKey, webhookSignature } from '../../lib/webhooks.ts'
import type { Project } from '../../project/project.ts'
import type { MemberAction, Service } from '../../project/service.ts'
import { createWebhooks } from './index.ts'

type Received = {
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const Event = z.object({
  type: z.string(),
  table: z.string(),
  schema: z.string(),
  record: z.unknown(),
  old_record: z.unknown(),
})
const Failure = z.object({ code: z.string(), message: z.string() })
const GENEROUS = { timeout: 20_000, interval: 20 }

let test: TestProject
let project: Project
let service: Service
let app: FastifyInstance
let receiver: Server
let base: string
let received: Received[] = []
let audited: MemberAction[] = []
let status = 200
let now = Date.now()
let canWrite = true

beforeAll(async () => {
  test = await createTestProject()
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url, headers } = request
      if (url === '/silent') return
      received.push({ url, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end('seen')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  project = { ...test.project, apiUrl: base, addJob: async () => {} }
  service = createWebhooks({
    clock: { now: () => new Date(now) },
    installationKey: Buffer.alloc(32, 7),
    outgoing: createOutgoing({ allowsPrivate: false }),
  })
  await service.start?.(project)
  app = Fastify({ logger: false })
  app.decorateRequest('project')
  app.decorateRequest('can')
  app.decorateRequest('recordAudit')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.can = () => canWrite
    request.recordAudit = async (action) => void audited.push(action)
  })
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
})
afterAll(async () => {
  await app.close()
  await service.stop?.(project)
  receiver.closeAllConnections()
  receiver.close()
  await test.stop()
})
beforeEach(async () => {
  status = 200
  canWrite = true
  for (const { id } of await list()) await member('DELETE', `/${id}`)
  await test.run(`
    drop table if exists public.orders;
    create table public.orders (id int primary key, state text, note text)`)
  received = []
  audited = []
})

async function member(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object) {
  const response = await app.inject({
    method,
    url: `/platform/webhooks/${project.ref}/webhooks${path}`,
    ...(body && { payload: body }),
  })
  const answer: unknown = response.json()
  return answer
}

const list = async () => z.array(DatabaseWebhook).parse(await member('GET'))
const draft = (more: object = {}) => ({
  name: 'orders',
  schema: 'public',
  table: 'orders',
  events: ['INSERT', 'UPDATE', 'DELETE'],
  url: `${base}/hook`,
  ...more,
})
const create = async (more: object = {}) =>
  DatabaseWebhook.parse(await member('POST', '', draft(more)))
const log = async (id: string) =>
  z.array(WebhookDelivery).parse(await member('GET', `/${id}/deliveries`))
const events = () => received.map(({ body }) => Event.parse(JSON.parse(body)))
const types = () => events().map(({ type }) => type)
const runJob = async () => {
  const job = service.jobs?.['webhooks']
  if (job?.needs !== 'database') throw new Error('There is no job')
  const signal = new AbortController().signal
  await job.run(project, { payload: {}, attempt: 1, isLastAttempt: true, signal })
}

it('sends changes with their rows, signed as Standard Webhooks', async () => {
  const { id, trigger } = await create({ headers: [{ name: 'X-Own', value: 'one' }] })
  expect(trigger).toContain('AFTER INSERT OR DELETE OR UPDATE ON public.orders')
  await test.run(`
    insert into orders values (1, 'new', null);
    update orders set state = 'paid';
    delete from orders`)
  await expect.poll(() => types().toSorted(), GENEROUS).toEqual(['DELETE', 'INSERT', 'UPDATE'])
  const before = { id: 1, state: 'new', note: null }
  const after = { id: 1, state: 'paid', note: null }
  expect(events()).toContainEqual({
    type: 'UPDATE',
    table: 'orders',
    schema: 'public',
    record: after,
    old_record: before,
  })
  const revealed = await member('POST', `/${id}/secret/reveal`)
  const { secret } = z.object({ secret: z.string() }).parse(revealed)
  const [first] = received
  const { 'webhook-id': message, 'webhook-timestamp': time } = first?.headers ?? {}
  expect(first?.headers).toMatchObject({
    'x-own': 'one',
    'webhook-signature': webhookSignature(
      webhookKey(secret),
      `${String(message)}.${String(time)}.${first?.body ?? ''}`,
    ),
  })
  await expect
    .poll(async () => (await log(id)).map(({ state }) => state), GENEROUS)
    .toEqual(['delivered', 'delivered', 'delivered'])
  expect(audited).toMatchObject([
    { action: 'database_webhook.create', metadata: { table: 'public.orders' } },
    { action: 'database_webhook_secret.reveal', target: 'orders' },
  ])
})

it('selects events, columns, and rows', async () => {
  await create({ events: ['UPDATE'], columns: ['state'], condition: "new.state = 'paid' -- paid" })
  await test.run(`
    insert into orders values (1, 'paid', null), (2, 'new', null);
    update orders set note = 'x';
    update orders set state = 'sent' where id = 1;
    update orders set state = 'paid' where id = 2`)
  await expect.poll(types, GENEROUS).toEqual(['UPDATE'])
  expect(events()).toMatchObject([{ record: { id: 2, state: 'paid' } }])
})

it('sends each of many events once, while another receiver does not respond', async () => {
  const silent = await create({ name: 'silent', url: `${base}/silent` })
  await create({ events: ['INSERT'] })
  await test.run(`insert into orders select n, 'new', null from generate_series(1, 500) as n`)
  await expect.poll(() => received.length, GENEROUS).toBe(500)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(500)
  await expect(list()).resolves.toContainEqual(
    expect.objectContaining({ id: silent.id, pending: 500 }),
  )
  // Closing the connections ends the attempts.
  receiver.closeAllConnections()
})

it('sends nothing for a transaction that is rolled back', async () => {
  await create()
  await test.run(`
    begin; insert into orders values (1); rollback;
    insert into orders values (2)`)
  await expect.poll(() => events().map(({ record }) => record), GENEROUS).toMatchObject([{ id: 2 }])
})

it('delivers events after a restart that were committed before the server was killed', async () => {
  await create()
  await service.stop?.(project)
  await test.run('insert into orders values (1)')
  expect(received).toEqual([])
  await service.start?.(project)
  await expect.poll(types, GENEROUS).toEqual(['INSERT'])
})

it('retries with the same id, gives up after the last attempt, and redelivers on demand', async () => {
  const { id } = await create()
  status = 500
  await test.run('insert into orders values (1)')
  await expect.poll(async () => (await log(id))[0]?.attempts, GENEROUS).toBe(1)
  expect(await log(id)).toMatchObject([{ state: 'pending', last_status: 500 }])
  for (let attempt = 2; attempt <= 9; attempt++) {
    now += 43_200_000
    await runJob()
  }
  const [dead] = await log(id)
  expect(dead).toMatchObject({ state: 'dead', attempts: 9 })
  expect(await list()).toMatchObject([
    { last_delivery: { state: 'dead', ended_at: dead?.ended_at } },
  ])
  status = 200
  await member('POST', `/${id}/deliveries/${dead?.id ?? ''}/redeliver`)
  await expect.poll(async () => (await log(id))[0]?.state, GENEROUS).toBe('delivered')
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead?.id]))
})

it('calls an edge function of the project with its service key', async () => {
  await create({ url: '/functions/v1/hello' })
  await test.run('insert into orders values (1)')
  await expect.poll(() => received.map(({ url }) => url), GENEROUS).toEqual(['/functions/v1/hello'])
  expect(received[0]?.headers['authorization']).toBe(`Bearer ${project.keys.serviceRoleKey}`)
})

it('takes header values from the vault, and fails the attempt if the secret is missing', async () => {
  const { id } = await create({ headers: [{ name: 'Authorization', secret: 'receiver' }] })
  await test.run('insert into orders values (1)')
  await expect
    .poll(async () => (await log(id))[0]?.last_error, GENEROUS)
    .toBe('Could not read the secret receiver from the vault.')
  await test.run(`select vault.create_secret('Bearer hidden', 'receiver')`)
  now += 5000
  await runJob()
  expect(received.map(({ headers }) => headers['authorization'])).toEqual(['Bearer hidden'])
})

it('signs with the new secret after a rotation', async () => {
  const { id } = await create()
  const Secret = z.object({ secret: z.string() })
  const before = Secret.parse(await member('POST', `/${id}/secret/reveal`))
  const rotated = Secret.parse(await member('POST', `/${id}/secret/rotate`))
  expect(rotated).not.toEqual(before)
  expect(await member('POST', `/${id}/secret/reveal`)).toEqual(rotated)
})

it('sends a test event, keeps fields that a change omits, and pauses', async () => {
  const created = await create({ headers: [{ name: 'a', value: 'b' }] })
  const { id } = created
  await member('POST', `/${id}/test`)
  await expect.poll(types, GENEROUS).toEqual(['TEST'])
  expect(await member('PATCH', `/${id}`, { enabled: false })).toMatchObject({
    enabled: false,
    headers: [{ name: 'a', value: 'b' }],
  })
  const replaces = {
    name: created.name,
    url: created.url,
    enabled: true,
    headers: [],
    timeout_ms: 5000,
  }
  expect(await member('PATCH', `/${id}`, { name: 'mine', replaces })).toMatchObject({
    code: 'definition_changed',
  })
  await test.run('insert into orders values (1)')
  expect(await log(id)).toHaveLength(1)
})

it('hides header values from read-only members', async () => {
  await create({ headers: [{ name: 'a', value: 'hidden' }] })
  canWrite = false
  expect(JSON.stringify(await list())).not.toContain('hidden')
})

it('deletes the trigger with the webhook, and keeps the webhook of a table that is dropped', async () => {
  const { id } = await create()
  await test.run('drop table orders')
  expect(await list()).toMatchObject([{ id, table: null, trigger: null }])
  expect(await member('DELETE', `/${id}`)).toEqual({})
  await test.run('create table orders (id int, state text, note text)')
  const { id: second } = await create()
  await member('DELETE', `/${second}`)
  await test.run(`do $$ begin
    assert not exists (select from pg_trigger where tgname like 'stoa_webhook%');
  end $$`)
})

it.each([
  ['a table that does not exist', { table: 'none' }, 'invalid_trigger'],
  ['a column that does not exist', { columns: ['none'] }, 'invalid_trigger'],
  ['a condition that is not SQL', { condition: 'new.state = ' }, 'invalid_trigger'],
  ['a second statement', { condition: 'true) ; drop table orders; --' }, 'invalid_trigger'],
  ['a private address', { url: 'http://10.0.0.1/' }, 'outgoing_refused'],
  ['another path than that of a function', { url: '/auth/v1/logout' }, 'invalid_request'],
  ['a header with a line break', { headers: [{ name: 'a', value: 'b\nc' }] }, 'invalid_request'],
])('refuses %s', async (_what, given, code) => {
  const refused = Failure.safeParse(await member('POST', '', draft(given)))
  expect(refused.data?.code ?? refused.error).toBe(code)
  expect(await list()).toEqual([])
})

it('refuses webhooks and deliveries that do not exist', async () => {
  const none = '00000000-0000-4000-8000-000000000000'
  expect(await member('POST', `/${none}/test`)).toMatchObject({ code: 'webhook_not_found' })
  const { id } = await create()
  expect(await member('POST', `/${id}/deliveries/${none}/redeliver`)).toMatchObject({
    code: 'delivery_not_found',
  })
})

it.each([
  'set role authenticated; select * from supabase_functions.webhooks',
  'set role service_role; select * from supabase_functions.webhook_deliveries',
  'update supabase_functions.webhooks set enabled = false',
  'delete from supabase_functions.webhook_deliveries',
])('leaves its tables to the service: %s', async (text) => {
  await expect(test.run(text)).rejects.toThrow('permission denied')
})

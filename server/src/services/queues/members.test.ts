import { mountRoutes } from '../../lib/http.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ada } from '../../../test/meta/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { AppError } from '../../lib/errors.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import type { MemberAction } from '../../project/service.ts'
import { createQueues } from './index.ts'

let test: TestProject
let app: FastifyInstance
const audited: MemberAction[] = []
beforeAll(async () => {
  test = await createTestProject()
  app = Fastify()
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    request.member = ada
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code, hint: error.hint })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of createQueues().memberDoors ?? []) mountRoutes(app, routes)
})
afterAll(() => test.stop())

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const url = `/platform/queues/${test.project.ref}${path}`
  const response = await app.inject({ method, url, ...(body && { payload: body }) })
  return { status: response.statusCode, body: response.json<unknown>() }
}
const run = (text: string) => test.database.as('postgres').run(rawSql(text))
const create = (name: string, more: object = {}) =>
  call('POST', '/queues', { name, is_unlogged: false, dead_letters: null, ...more })
const pathOf = (name: string) => `/queues/${encodeURIComponent(name)}`
const Page = z.object({
  messages: z.array(
    z.object({ id: z.string(), message: z.string().nullable(), is_cut: z.boolean() }),
  ),
  has_more: z.boolean(),
})
const messages = async (name: string, query: string) =>
  Page.parse((await call('GET', `${pathOf(name)}/messages?state=${query}`)).body)
const idsOf = async (name: string, state: string) =>
  (await messages(name, state)).messages.map(({ id }) => id)

describe('the member routes of queues', () => {
  it('creates, lists, searches, purges and drops queues, and records the member', async () => {
    audited.length = 0
    expect(await create('dead')).toMatchObject({ status: 200 })
    const given = { dead_letter_queue: 'dead', max_reads: 5 }
    await create('Mail out', { is_unlogged: true, dead_letters: given })
    await run(`select pgmq.send('Mail out', '1'), pgmq.send('Mail out', '2', 60)`)
    const queue = {
      name: 'Mail out',
      is_unlogged: true,
      created_at: expect.any(String),
      length: 2,
      available: 1,
      oldest_age_seconds: expect.any(Number),
      newest_age_seconds: expect.any(Number),
      total: 2,
      dead_letters: given,
    }
    expect((await call('GET', '/queues')).body).toMatchObject([queue, { name: 'dead' }])
    expect((await call('GET', '/queues?search=MAIL')).body).toEqual([queue])
    expect((await call('GET', '/queues?search=%25')).body).toEqual([])
    expect((await call('GET', pathOf('mail OUT'))).body).toEqual(queue)
    expect(await call('DELETE', pathOf('dead'))).toMatchObject({
      status: 409,
      body: { code: 'queue_in_use', hint: expect.stringContaining('Mail out') },
    })
    const stale = { dead_letters: null, replaces: { dead_letters: null } }
    expect(await call('PUT', `${pathOf('Mail out')}/dead-letters`, stale)).toMatchObject({
      status: 409,
      body: { code: 'definition_changed' },
    })
    const current = { dead_letters: null, replaces: { dead_letters: given } }
    await call('PUT', `${pathOf('Mail out')}/dead-letters`, current)
    expect((await call('GET', pathOf('Mail out'))).body).toMatchObject({ dead_letters: null })
    expect((await call('POST', `${pathOf('Mail out')}/purge`)).body).toEqual({ purged: 2 })
    for (const name of ['Mail out', 'dead'])
      expect((await call('DELETE', pathOf(name))).status).toBe(200)
    expect((await call('GET', '/queues')).body).toEqual([])
    const target = 'Mail out'
    expect(audited).toEqual([
      { action: 'queue.create', target: 'dead', metadata: { kind: 'basic' } },
      { action: 'queue.create', target, metadata: { kind: 'unlogged' } },
      { action: 'queue.update', target, metadata: { dead_letter_queue: null } },
      { action: 'queue.purge', target, metadata: { messages: 2 } },
      { action: 'queue.drop', target },
      { action: 'queue.drop', target: 'dead' },
    ])
  })

  it('sends, lists, archives and deletes messages', async () => {
    await create('post')
    const send = (message: string, delay = 0) =>
      call('POST', `${pathOf('post')}/messages`, { message, delay_seconds: delay })
    expect((await send('{"n": 12345678901234567890}')).body).toEqual({ id: '1' })
    await send('"later"', 600)
    await send('[3]')
    expect((await messages('post', 'available')).messages).toMatchObject([
      { id: '3', message: '[3]' },
      { id: '1', message: '{"n": 12345678901234567890}' },
    ])
    expect(await idsOf('post', 'scheduled')).toEqual(['2'])
    expect((await call('POST', `${pathOf('post')}/messages/1/archive`)).status).toBe(200)
    expect((await call('DELETE', `${pathOf('post')}/messages/3`)).status).toBe(200)
    expect(await idsOf('post', 'archived')).toEqual(['1'])
    expect(await idsOf('post', 'available')).toEqual([])
    for (const refused of [
      await call('POST', `${pathOf('post')}/messages/1/archive`),
      await call('DELETE', `${pathOf('post')}/messages/1`),
    ])
      expect(refused).toMatchObject({ status: 404, body: { code: 'queue_message_not_found' } })
    expect(audited.slice(-2)).toEqual([
      { action: 'queue_message.archive', target: 'post', metadata: { id: '1' } },
      { action: 'queue_message.delete', target: 'post', metadata: { id: '3' } },
    ])
  })

  it('lists messages in pages, with only the start of long ones', async () => {
    await create('pages')
    await run(`select pgmq.send_batch('pages', array_agg(to_jsonb(n)))
      from generate_series(1, 60) as n`)
    const first = await messages('pages', 'available')
    expect(first).toMatchObject({ has_more: true })
    expect(first.messages).toHaveLength(50)
    const rest = await messages('pages', `available&before=${first.messages.at(-1)?.id}`)
    expect(rest).toMatchObject({ has_more: false })
    expect(rest.messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, n) => String(10 - n)),
    )
    await run(`select pgmq.send('pages', to_jsonb(repeat('x', 50000))), pgmq.send('pages', null)`)
    const [empty, long] = (await messages('pages', 'available')).messages
    expect(empty).toMatchObject({ message: null, is_cut: false })
    expect(long).toMatchObject({ message: expect.stringMatching(/^.{20000}$/), is_cut: true })
  })

  it('grants and revokes the API roles’ privileges on a queue and its archive', async () => {
    await create('Grant "me"')
    const grants = `${pathOf('Grant "me"')}/grants`
    const all = ['select', 'insert', 'update', 'delete']
    expect((await call('GET', grants)).body).toEqual({
      anon: [],
      authenticated: [],
      service_role: all,
    })
    const wanted = { anon: ['select', 'insert'], authenticated: all, service_role: [] }
    expect(await call('PUT', grants, wanted)).toEqual({ status: 200, body: {} })
    expect((await call('GET', grants)).body).toEqual(wanted)
    const none = { anon: [], authenticated: [], service_role: [] }
    expect(await call('PUT', grants, { ...none, replaces: none })).toMatchObject({
      status: 409,
      body: { code: 'definition_changed' },
    })
    const Allowed = z.object({ anon: z.boolean(), service: z.boolean() })
    for (const table of ['q_grant "me"', 'a_grant "me"'])
      expect(
        await test.database.as('postgres').one(
          sql`select has_table_privilege('anon', format('pgmq.%I', ${table}::text), 'insert') as anon,
            has_table_privilege('service_role', format('pgmq.%I', ${table}::text), 'insert') as service`,
          Allowed,
        ),
      ).toEqual({ anon: true, service: false })
    expect(audited.at(-1)).toEqual({
      action: 'queue.grant',
      target: 'Grant "me"',
      metadata: {
        anon: 'select, insert',
        authenticated: 'select, insert, update, delete',
        service_role: '',
      },
    })
    for (const method of ['GET', 'PUT'] as const)
      expect(
        await call(method, '/queues/none/grants', method === 'PUT' ? wanted : undefined),
      ).toMatchObject({ status: 404, body: { code: 'queue_not_found' } })
    expect(await call('PUT', grants, { ...wanted, anon: ['truncate'] })).toMatchObject({
      status: 400,
    })
  })

  it.each([
    ['a taken name', () => create('Taken'), 409, 'queue_name_taken'],
    ['a long name', () => create('x'.repeat(48)), 400, 'queue_name_invalid'],
    ['a hostile name', () => create(`a'; drop table x; --`), 400, 'queue_name_invalid'],
    [
      'a dead-letter queue that does not exist',
      () => create('new', { dead_letters: { dead_letter_queue: 'none', max_reads: 1 } }),
      404,
      'queue_not_found',
    ],
    ['an unknown queue', () => call('GET', pathOf('none')), 404, 'queue_not_found'],
    [
      'its messages',
      () => call('GET', `${pathOf('none')}/messages?state=archived`),
      404,
      'queue_not_found',
    ],
    ['dropping it', () => call('DELETE', pathOf('none')), 404, 'queue_not_found'],
    ['purging it', () => call('POST', `${pathOf('none')}/purge`), 404, 'queue_not_found'],
    [
      'text that is not JSON',
      () => call('POST', `${pathOf('taken')}/messages`, { message: '{', delay_seconds: 0 }),
      400,
      'queue_message_invalid',
    ],
    [
      'a character that jsonb cannot store',
      () => call('POST', `${pathOf('taken')}/messages`, { message: '"\\u0000"', delay_seconds: 0 }),
      400,
      'queue_message_invalid',
    ],
  ])('refuses %s', async (_what, request, status, code) => {
    await create('taken')
    expect(await request()).toMatchObject({ status, body: { code, hint: expect.any(String) } })
    expect((await call('GET', pathOf('new'))).status).toBe(404)
  })

  it('reports that the owner’s own trigger refuses a message', async () => {
    await create('strict')
    await run(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'only on Mondays' using hint = 'Wait.'; end $$`)
    await run(`create trigger refuse before insert on pgmq.q_strict
      for each row execute function public.refuse()`)
    expect(
      await call('POST', `${pathOf('strict')}/messages`, { message: '1', delay_seconds: 0 }),
    ).toEqual({ status: 409, body: { code: 'queue_refused', hint: 'Wait.' } })
  })
})

describe('the schema for clients', () => {
  const as = (role: string, text: string) =>
    test.database.asCaller({ role, settings: {}, isReadOnly: false }, { text, values: [] })

  it('exists while it is enabled, and respects the privileges on the queue', async () => {
    expect((await call('GET', '/api')).body).toEqual({ exists: false })
    for (let times = 0; times < 2; times++)
      expect((await call('PUT', '/api', { exists: true })).status).toBe(200)
    expect((await call('GET', '/api')).body).toEqual({ exists: true })
    await create('open')
    const send = `select pgmq_public.send('open', '1')`
    for (const role of ['anon', 'authenticated'])
      await expect(as(role, send)).rejects.toMatchObject({ code: '42501' })
    await as('service_role', send)
    await run(`grant insert, select on pgmq.q_open to anon`)
    await run(`create policy anyone on pgmq.q_open for all to anon using (true)`)
    await as('anon', `select pgmq_public.send('open', '2', sleep_seconds => 5)`)
    await expect(as('anon', `select pgmq_public.pop('open')`)).rejects.toMatchObject({
      code: '42501',
    })
    expect((await call('PUT', '/api', { exists: false })).status).toBe(200)
    expect((await call('GET', '/api')).body).toEqual({ exists: false })
    expect(audited.slice(-1)).toEqual([{ action: 'queues_api.disable', target: 'pgmq_public' }])
  })

  it('is kept while it contains objects of the owner', async () => {
    await call('PUT', '/api', { exists: true })
    await run('create table pgmq_public.notes ()')
    expect(await call('PUT', '/api', { exists: false })).toMatchObject({
      status: 409,
      body: { code: 'queue_in_use' },
    })
    await as('service_role', `select pgmq_public.delete('open', 1)`)
  })
})

describe('a change of a queue', () => {
  const migrations = () =>
    test.database.as('postgres').many(
      rawSql(
        'select statements, rollback, details from supabase_migrations.schema_migrations order by version desc',
      ),
      z.object({
        statements: z.array(z.string()),
        rollback: z.array(z.string()).nullable(),
        details: z.object({ source: z.string(), no_rollback: z.string().optional() }),
      }),
    )
  const newest = async () => (await migrations())[0]

  it('is recorded as a migration with its inverse', async () => {
    expect((await create('Mail in')).status).toBe(200)
    expect(await newest()).toMatchObject({
      statements: ["select pgmq.create('Mail in')"],
      rollback: ["select pgmq.drop_queue('Mail in') from pgmq.stoa_table('Mail in', 'q')"],
      details: { source: 'queues' },
    })
    const grants = { anon: ['select'], authenticated: [], service_role: [] }
    await call('PUT', `${pathOf('Mail in')}/grants`, grants)
    const granted = await newest()
    expect(granted?.statements).toContainEqual(expect.stringMatching(/^grant select on table/))
    // The service role has these from the start.
    expect(granted?.rollback?.filter((text) => text.startsWith('grant'))).toEqual([
      expect.stringMatching(/^grant select, insert, update, delete .* to "service_role"$/),
    ])
    await call('PUT', '/api', { exists: true })
    expect((await newest())?.rollback).toContainEqual('drop schema if exists "pgmq_public"')
    await call('DELETE', pathOf('Mail in'))
    expect(await newest()).toMatchObject({
      rollback: null,
      details: { no_rollback: expect.any(String) },
    })
  })

  it('is recorded only if it was made, and messages are not', async () => {
    await create('once')
    const before = await migrations()
    expect((await create('once')).status).toBe(409)
    await call('POST', `${pathOf('once')}/messages`, { message: '1', delay_seconds: 0 })
    await call('POST', `${pathOf('once')}/purge`, {})
    expect(await migrations()).toEqual(before)
  })
})

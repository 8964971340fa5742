import { mountRoutes } from '../../../lib/http.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { startS3Server } from '../../../../test/s3-server.ts'
import { systemClock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { sql } from '../../../postgres/sql.ts'
import { createWrappers } from '../index.ts'

let test: TestProject
let app: FastifyInstance
let files: Server
let base = ''
/** The server's files by path, and the requests it received. */
const content = new Map<string, { body: string; etag?: string; location?: string }>()
const asked: { path: string; authorization: string | undefined }[] = []
const planned: Date[] = []

const serviceWith = (allowsPrivate: boolean) =>
  createWrappers({
    clock: systemClock,
    installationKey: Buffer.alloc(32, 9),
    outgoing: createOutgoing({ allowsPrivate }),
  })
const service = serviceWith(true)

beforeAll(async () => {
  test = await createTestProject()
  files = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization })
    const file = content.get(path)
    if (!file) return response.writeHead(404).end()
    if (file.location) return response.writeHead(302, { location: file.location }).end()
    if (file.etag !== undefined && request.headers['if-none-match'] === file.etag)
      return response.writeHead(304).end()
    return response.writeHead(200, file.etag ? { etag: file.etag } : {}).end(file.body)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const address = files.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  app = appOf(service)
  await service.start?.(project())
})
afterAll(async () => {
  await service.stop?.(project())
  files.close()
  await test.stop()
})

let wrapped: TestProject['project'] | undefined
const project = () =>
  (wrapped ??= {
    ...test.project,
    // The files of buckets come from the same server.
    apiUrl: base,
    async addJob(_service, _job, _payload, options) {
      if (options?.runAt) planned.push(options.runAt)
    },
  })

function appOf(declared: ReturnType<typeof createWrappers>): FastifyInstance {
  const created = Fastify()
  created.decorateRequest('project')
  created.decorateRequest('member')
  created.addHook('onRequest', async (request) => {
    request.project = project()
    request.member = { kind: 'operator_credential' }
    request.recordAudit = async () => {}
  })
  created.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code, message: error.message })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of declared.memberDoors ?? []) mountRoutes(created, routes)
  return created
}

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  payload?: object,
  on = app,
) {
  const url = `/platform/wrappers/${test.project.ref}/files${path}`
  const response = await on.inject({ method, url, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

const CSV = { kind: 'csv', has_header: true, delimiter: ',', null_text: '' }
const COLUMNS = [
  { source: 'id', name: 'id', type: 'bigint' },
  { source: 'note', name: 'note', type: 'text' },
]
const draft = (table: string, change: object = {}) => ({
  schema: 'public',
  table,
  place: { kind: 'url', url: `${base}/${table}.csv` },
  format: CSV,
  credential: null,
  columns: COLUMNS,
  schedule: null,
  ...change,
})

async function ended(id: string) {
  for (;;) {
    const { body } = await call('GET', `/${id}/runs`)
    if (body[0].status !== 'running') return body[0]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const refresh = async (id: string, body: object = {}) => {
  await call('POST', `/${id}/refresh`, body)
  return ended(id)
}
const rowsOf = async (table: string) =>
  (
    await test.database.as('postgres').many(
      sql`select pg_catalog.query_to_xml(${`select * from ${table} order by 1`}, true, true, '')::text
          as rows`,
      z.object({ rows: z.string() }),
    )
  )[0]?.rows.match(/(?<=<note>)[^<]*/g) ?? []

it('previews a file, creates its table with row level security, and loads it', async () => {
  content.set('/first.csv', { body: 'id,note\n1,one\n2,two\n', etag: '"1"' })
  const { place, format } = draft('first')
  const preview = await call('POST', '/preview', { place, format, credential: null })
  expect(preview.body).toEqual({
    format,
    columns: COLUMNS,
    rows: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  })
  const created = await call('POST', '', draft('first', { schedule: '0 3 * * *' }))
  expect(created.status).toBe(201)
  expect(await ended(created.body.id)).toMatchObject({ status: 'succeeded', rows: 2, bytes: 20 })
  const [listed] = (await call('GET')).body
  expect(listed).toMatchObject({ has_table: true, has_row_level_security: true })
  expect(await rowsOf('public.first')).toEqual(['one', 'two'])
  expect(planned.at(-1)?.getUTCHours()).toBe(3)
  const migrations = await test.database
    .as('postgres')
    .many(
      sql`select name from supabase_migrations.schema_migrations order by version`,
      z.object({ name: z.string() }),
    )
  expect(migrations).toEqual([{ name: 'create_table_public_first' }])
  expect((await call('POST', '', draft('first'))).body.code).toBe('file_table_exists')
})

it('detects the format of a previewed file, and keeps one that was given', async () => {
  content.set('/semicolons', { body: 'id;note\n1;one, two\n2;three\n' })
  const { place } = draft('any')
  const file = { ...place, url: place.url.replace(/[^/]+$/, 'semicolons') }
  const detected = await call('POST', '/preview', { place: file, format: null, credential: null })
  expect(detected.status).toBe(200)
  expect(detected.body).toMatchObject({
    format: { kind: 'csv', delimiter: ';', has_header: true },
    rows: [
      ['1', 'one, two'],
      ['2', 'three'],
    ],
  })
  const format = { kind: 'csv', delimiter: '|', has_header: true, null_text: '' }
  const given = await call('POST', '/preview', { place: file, format, credential: null })
  expect(given.body.format).toEqual(format)
})

it('leaves no table after a failed first load, and creates it with the next one', async () => {
  content.set('/bad.csv', { body: 'id,note\nx,one\n' })
  const { body } = await call('POST', '', draft('bad'))
  expect(await ended(body.id)).toMatchObject({ status: 'failed' })
  const hasTable = async () => {
    const sources: { id: string; has_table: boolean }[] = (await call('GET')).body
    return sources.find(({ id }) => id === body.id)?.has_table
  }
  expect(await hasTable()).toBe(false)
  content.set('/bad.csv', { body: 'id,note\n1,one\n' })
  expect(await refresh(body.id)).toMatchObject({ status: 'succeeded', rows: 1 })
  expect(await hasTable()).toBe(true)
  await test.run('create table own ()')
  expect((await call('POST', '', draft('own'))).body.code).toBe('file_table_exists')
  await call('DELETE', `/${body.id}?drop_table=true`)
})

it('keeps grants, indexes, and views, skips unchanged files, and reports where a value is wrong', async () => {
  content.set('/kept.csv', { body: 'id,note\n1,old\n', etag: '"1"' })
  const { body } = await call('POST', '', draft('kept'))
  await ended(body.id)
  await test.run(`create unique index on kept (id); grant select on kept to anon;
    create view kept_notes as select note from kept`)
  expect(await refresh(body.id)).toMatchObject({ status: 'unchanged' })
  expect(await refresh(body.id, { force: true })).toMatchObject({ status: 'succeeded' })
  content.set('/kept.csv', { body: 'id,note\n5,new\nx,bad\n', etag: '"2"' })
  expect(await refresh(body.id)).toMatchObject({
    status: 'failed',
    error: { code: 'file_value_invalid', row: 2, column: 'id' },
  })
  expect(await rowsOf('public.kept_notes')).toEqual(['old'])
  content.set('/kept.csv', { body: 'id,note\n5,new\n', etag: '"3"' })
  expect(await refresh(body.id)).toMatchObject({ status: 'succeeded', rows: 1 })
  expect(await rowsOf('public.kept_notes')).toEqual(['new'])
  const [source] = (await call('GET')).body.filter((one: { id: string }) => one.id === body.id)
  expect(source).toMatchObject({
    api_roles: ['anon', 'authenticated'],
    views: [{ name: 'kept_notes' }],
    loaded: { rows: 1 },
  })
  await call('DELETE', `/${body.id}?drop_table=true`)
  expect((await call('GET')).body.map((one: { table: string }) => one.table)).toEqual(['first'])
  await expect(rowsOf('public.kept')).rejects.toThrow('does not exist')
})

it('sends the credential from the vault, but not to another origin', async () => {
  content.set('/secret.csv', { body: '', location: '/moved.csv' })
  content.set('/moved.csv', {
    body: '',
    location: `${base.replace('127.0.0.1', 'localhost')}/last.csv`,
  })
  content.set('/last.csv', { body: 'id,note\n1,x\n' })
  asked.length = 0
  const { body } = await call('POST', '', draft('secret', { credential: { password: 'Bearer s' } }))
  expect(await ended(body.id)).toMatchObject({ status: 'succeeded' })
  expect(asked).toEqual([
    { path: '/secret.csv', authorization: 'Bearer s' },
    { path: '/moved.csv', authorization: 'Bearer s' },
    { path: '/last.csv', authorization: undefined },
  ])
  expect(JSON.stringify((await call('GET')).body)).not.toContain('Bearer s')
})

it('refuses private addresses', async () => {
  const strict = appOf(serviceWith(false))
  const { place, format } = draft('first')
  const refused = await call('POST', '/preview', { place, format, credential: null }, strict)
  expect([refused.status, refused.body.code]).toEqual([400, 'outgoing_refused'])
})

it('reads a bucket of the project at its own address, but follows no redirect to another private one', async () => {
  const strict = appOf(serviceWith(false))
  const object = '/storage/v1/object/authenticated/docs'
  content.set(`${object}/a%20b.csv`, { body: 'id,note\n1,bucket\n' })
  content.set(`${object}/moved.csv`, {
    body: '',
    location: `${base.replace('127.0.0.1', 'localhost')}/last.csv`,
  })
  const preview = (path: string) => {
    const place = { kind: 'bucket', bucket: 'docs', path }
    return call('POST', '/preview', { place, format: CSV, credential: null }, strict)
  }
  expect((await preview('a b.csv')).body.rows).toEqual([['1', 'bucket']])
  expect(asked.at(-1)?.authorization).toMatch(/^Bearer ./)
  asked.length = 0
  const refused = await preview('moved.csv')
  expect([refused.status, refused.body.code]).toEqual([400, 'outgoing_refused'])
  expect(asked.map(({ path }) => path)).toEqual([`${object}/moved.csv`])
})

it('loads an object of an S3 server with a signed request', async () => {
  const s3 = await startS3Server()
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.bucket
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({
    endpoint: endpoint ?? '',
    region,
    forcePathStyle: true,
    credentials,
  })
  const key = 'a folder/é (1).jsonl'
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: '{"id":1,"note":"s3"}\n' }),
  )
  const place = { kind: 's3', endpoint, region, bucket, key, access_key_id: accessKeyId }
  const given = { place, format: { kind: 'jsonl' }, credential: { password: secretAccessKey } }
  const { body } = await call('POST', '', draft('objects', given))
  expect(await ended(body.id)).toMatchObject({ status: 'succeeded', rows: 1 })
  client.destroy()
  await s3.stop()
})

it('marks a run that a crash interrupted, and schedules another load', async () => {
  content.set('/torn.csv', { body: 'id,note\n1,whole\n' })
  const { body } = await call('POST', '', draft('torn'))
  await ended(body.id)
  await test.run(
    `insert into stoa.file_runs (source_id, trigger) values ('${body.id}', 'schedule')`,
    'supabase_admin',
  )
  planned.length = 0
  await service.start?.(project())
  expect(await ended(body.id)).toMatchObject({ error: { code: 'file_run_interrupted' } })
  expect(planned).not.toHaveLength(0)
  expect(await rowsOf('public.torn')).toEqual(['whole'])
  await service.jobs?.['refresh']?.run(project(), {
    payload: { id: body.id },
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
  })
  expect(await ended(body.id)).toMatchObject({ trigger: 'schedule', status: 'succeeded' })
})

it('marks an interrupted run while the database is read-only for lack of disk space', async () => {
  content.set('/full.csv', { body: 'id,note\n1,whole\n' })
  const { body } = await call('POST', '', draft('full'))
  await ended(body.id)
  await test.run(
    `insert into stoa.file_runs (source_id, trigger) values ('${body.id}', 'schedule');
     alter role supabase_wrappers_admin set default_transaction_read_only = on`,
    'supabase_admin',
  )
  test.database.renewConnections()
  await service.start?.(project())
  expect(await ended(body.id)).toMatchObject({ error: { code: 'file_run_interrupted' } })
  const refused = await call('POST', `/${body.id}/refresh`, { force: false })
  expect(refused.body.code).toContain('read-only transaction')
  await test.run(
    'alter role supabase_wrappers_admin reset default_transaction_read_only',
    'supabase_admin',
  )
  test.database.renewConnections()
})

it('ends a run without a worker when the next one begins', async () => {
  content.set('/forgotten.csv', { body: 'id,note\n1,whole\n' })
  const { body } = await call('POST', '', draft('forgotten'))
  await ended(body.id)
  await test.run(
    `insert into stoa.file_runs (source_id, trigger, started_at)
      values ('${body.id}', 'schedule', now() - interval '1 hour')`,
    'supabase_admin',
  )
  expect(await refresh(body.id, { force: true })).toMatchObject({
    trigger: 'manual',
    status: 'succeeded',
  })
})

it('schedules at the start the runs whose scheduling a crash prevented', async () => {
  content.set('/planned.csv', { body: 'id,note\n1,whole\n' })
  const { body } = await call('POST', '', draft('planned', { schedule: '0 0 * * *' }))
  await ended(body.id)
  await test.run('update stoa.file_sources set next_run_at = null', 'supabase_admin')
  planned.length = 0
  await service.start?.(project())
  const [source] = (await call('GET')).body.filter((one: { id: string }) => one.id === body.id)
  expect(source.next_run_at).not.toBeNull()
  expect(planned).not.toHaveLength(0)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createOutgoing } from '../../lib/outgoing.ts'
import { rawSql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createWebhooks } from './index.ts'

type Received = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const ResponseRow = z.object({
  status_code: z.int().nullable(),
  content_type: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  content: z.string().nullable(),
  timed_out: z.boolean(),
  error_msg: z.string().nullable(),
})

let test: TestProject
let receiver: Server
let base: string
let elsewhere: Server
let elsewhereUrl: string
let received: Received[] = []
let holds = 0
let jobs: string[] = []
let started: { readonly service: Service; readonly project: Project } | undefined

beforeAll(async () => {
  test = await createTestProject()
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      if (url === '/silent') return
      if (url === '/nul') return void response.end('a\0b')
      if (url === '/moved') return void response.writeHead(302, { location: '/new' }).end()
      if (url === '/loop') return void response.writeHead(307, { location: '/loop' }).end()
      if (url === '/away')
        return void response.writeHead(302, { location: `${elsewhereUrl}/inside` }).end()
      if (url === '/endless') {
        const part = Buffer.alloc(1_000_000, 'x')
        const more = () => {
          while (!response.destroyed && response.write(part));
        }
        response.on('drain', more)
        return more()
      }
      response.writeHead(200, { 'content-type': 'application/json', 'x-seen': 'yes' })
      response.end('{"seen":true}')
    })
  })
  elsewhere = createServer((request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: '' })
    response.end('inside')
  })
  for (const server of [receiver, elsewhere])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const server of [receiver, elsewhere]) {
    server.closeAllConnections()
    server.close()
  }
  await test.stop()
})
beforeEach(async () => {
  await test.run('delete from net.http_request_queue; delete from net._http_response')
  received = []
  jobs = []
})
afterEach(stop)

async function start({ allowsPrivate = true } = {}): Promise<void> {
  const project: Project = {
    ...test.project,
    apiUrl: base,
    holdAwake() {
      holds += 1
      return () => void (holds -= 1)
    },
    addJob: async (_service, job) => void jobs.push(job),
  }
  const service = createWebhooks({
    clock: { now: () => new Date() },
    installationKey: Buffer.alloc(32),
    outgoing: createOutgoing({ allowsPrivate }),
  })
  started = { service, project }
  await service.start?.(project)
}

async function stop(): Promise<void> {
  if (started) await started.service.stop?.(started.project)
  started = undefined
}

const many = <T>(text: string, schema: z.core.$ZodType<T>) =>
  test.database.as('postgres').many(rawSql(text), schema)

async function send(call: string): Promise<string> {
  const [row] = await many(`select ${call}::text as id`, z.object({ id: z.string() }))
  return row?.id ?? ''
}

const GENEROUS = { timeout: 20_000, interval: 20 }

async function responseTo(id: string) {
  const find = () =>
    many(
      `select status_code, content_type, headers, content, timed_out, error_msg
       from net._http_response where id = ${id}`,
      ResponseRow,
    )
  await expect.poll(find, GENEROUS).toHaveLength(1)
  return (await find())[0]
}

const queued = async () =>
  (await many('select id::text from net.http_request_queue', z.object({ id: z.string() }))).length

const answered = async () =>
  (await many('select id::text from net._http_response', z.object({ id: z.string() }))).length

describe('a request from SQL', () => {
  it('is sent with its parameters, and its response is kept', async () => {
    await start()
    const id = await send(
      `net.http_get('${base}/get-test', '{"a": "x y&z", "ä": "1"}', '{"X-Own": "value"}')`,
    )
    expect(await responseTo(id)).toEqual({
      status_code: 200,
      content_type: 'application/json',
      headers: expect.objectContaining({ 'x-seen': 'yes' }),
      content: '{"seen":true}',
      timed_out: false,
      error_msg: null,
    })
    expect(received).toMatchObject([
      { method: 'GET', url: '/get-test?a=x%20y%26z&%C3%A4=1', headers: { 'x-own': 'value' } },
    ])
    expect(await queued()).toBe(0)
    await expect.poll(() => holds, GENEROUS).toBe(0)
    expect(jobs).toContain('deliver')
  })

  it('has the forms in pg_net’s documentation', async () => {
    await start()
    await send(`net.http_post('${base}/post', body := '{"hello": "world"}'::jsonb)`)
    await send(
      `net.http_post(
        url := '${base}/named',
        headers := '{"Content-Type": "application/json", "Authorization": "Bearer a"}'::jsonb,
        body := jsonb_build_object('name', 'ada'),
        timeout_milliseconds := 2000)`,
    )
    await send(`net.http_delete('${base}/delete')`)
    const id = await send(`net.http_get('${base}/get')`)
    await expect.poll(answered, GENEROUS).toBe(4)
    const sorted = received.toSorted((a, b) => String(a.url).localeCompare(String(b.url)))
    expect(sorted).toMatchObject([
      { method: 'DELETE', url: '/delete', body: '' },
      { method: 'GET', url: '/get' },
      {
        method: 'POST',
        url: '/named',
        body: '{"name": "ada"}',
        headers: { authorization: 'Bearer a' },
      },
      { url: '/post', body: '{"hello": "world"}', headers: { 'content-type': 'application/json' } },
    ])
    const collected = await many(
      `select status::text, message, (response).status_code, (response).body
       from net.http_collect_response(${id}, async := false)`,
      z.object({ status: z.string(), message: z.string(), status_code: z.int(), body: z.string() }),
    )
    expect(collected).toEqual([
      { status: 'SUCCESS', message: 'ok', status_code: 200, body: '{"seen":true}' },
    ])
    const none = await many(
      `select status::text from net.http_collect_response(-1)`,
      z.object({ status: z.string() }),
    )
    expect(none).toEqual([{ status: 'ERROR' }])
  })

  it('is not sent if its transaction is rolled back', async () => {
    await start()
    await test.run(`begin; select net.http_get('${base}/rolled-back'); rollback`)
    await responseTo(await send(`net.http_get('${base}/committed')`))
    expect(received.map(({ url }) => url)).toEqual(['/committed'])
  })

  it('is sent at the next start if the server was killed before it could send it', async () => {
    await test.run(`select net.http_get('${base}/left')`)
    await start()
    await expect.poll(queued, GENEROUS).toBe(0)
    expect(received.map(({ url }) => url)).toEqual(['/left'])
  })

  it('stays in the queue if the server stops before the response', async () => {
    await start()
    await send(`net.http_get('${base}/silent', timeout_milliseconds := 60000)`)
    await expect.poll(() => received.length, GENEROUS).toBe(1)
    await stop()
    expect([await queued(), await answered()]).toEqual([1, 0])
  })

  it('does not wait for receivers that never respond', async () => {
    await start()
    for (let i = 0; i < 10; i++)
      await send(`net.http_get('${base}/silent', timeout_milliseconds := 60000)`)
    expect(await responseTo(await send(`net.http_get('${base}/quick')`))).toMatchObject({
      status_code: 200,
    })
  })

  it('is sent when a transaction queues hundreds of requests', async () => {
    await start()
    await test.run(
      `select net.http_get('${base}/n', jsonb_build_object('n', n)) from generate_series(1, 300) as n`,
    )
    await expect.poll(answered, GENEROUS).toBe(300)
    expect(new Set(received.map(({ url }) => url)).size).toBe(300)
  })
})

describe('a hostile receiver', () => {
  it.each([
    ['never responds', '/silent', true, /Timeout of 300 ms reached/],
    ['sends without an end', '/endless', false, /sent more than 2097152 bytes/],
    ['redirects without an end', '/loop', false, /redirected the request more than 5 times/],
  ])('%s', async (_what, path, timed_out, error) => {
    await start()
    const ms = timed_out ? 300 : 20_000
    const id = await send(`net.http_get('${base}${path}', timeout_milliseconds := ${ms})`)
    const response = await responseTo(id)
    expect(response).toMatchObject({ status_code: null, timed_out })
    expect(response?.error_msg).toMatch(error)
  })

  it('cannot redirect to a private address', async () => {
    await start({ allowsPrivate: false })
    const response = await responseTo(await send(`net.http_get('${base}/away')`))
    expect(response?.error_msg).toContain('private address')
    expect(received.map(({ url }) => url)).toEqual(['/away'])
  })

  it('gets no credentials of another origin through a redirect', async () => {
    await start()
    const headers = `'{"Authorization": "Bearer secret", "X-Own": "1"}'`
    await responseTo(await send(`net.http_get('${base}/away', headers := ${headers})`))
    expect(received.map(({ headers: { authorization } }) => authorization)).toEqual([
      'Bearer secret',
      undefined,
    ])
  })

  it('sends characters that Postgres does not store', async () => {
    await start()
    const response = await responseTo(await send(`net.http_get('${base}/nul')`))
    expect(response?.content).toBe('a\u{fffd}b')
  })
})

it('follows a redirect', async () => {
  await start()
  const id = await send(`net.http_post('${base}/moved', '{}')`)
  expect(await responseTo(id)).toMatchObject({ status_code: 200 })
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /moved', 'GET /new'])
})

it('calls the API of the project, but no other private address', async () => {
  await start({ allowsPrivate: false })
  const own = await send(`net.http_post('${base}/functions/v1/hello')`)
  const other = await send(`net.http_get('${elsewhereUrl}/inside')`)
  expect(await responseTo(own)).toMatchObject({ status_code: 200 })
  expect((await responseTo(other))?.error_msg).toContain('private address')
  expect(received.map(({ url }) => url)).toEqual(['/functions/v1/hello'])
})

it.each([
  ['an address that is none', `net.http_get('nonsense')`, 'must start with http'],
  [
    'a header with a line break',
    `net.http_get('http://127.0.0.1:1/', headers := '{"a": "b\\nc"}')`,
    'could not be reached',
  ],
  [
    'headers that are no object',
    `net.http_get('http://127.0.0.1:1/', headers := '[1]')`,
    'could not be reached',
  ],
  [
    'a timeout of less than nothing',
    `net.http_get('http://127.0.0.1:1/', timeout_milliseconds := -1)`,
    '',
  ],
])('stores an error in the response to %s', async (_what, call, message) => {
  await start()
  const response = await responseTo(await send(call))
  expect(response?.error_msg).toContain(message)
})

describe('the trigger function of Supabase', () => {
  beforeAll(async () => {
    await test.run(`
      create table public.people (id int primary key, name text);
      create trigger tell after insert or update or delete on public.people
        for each row execute function supabase_functions.http_request(
          '${base}/hook', 'POST', '{"Content-type":"application/json","X-Own":"1"}', '{"q":"1"}', '1000');
      create trigger ask after insert on public.people
        for each row execute function supabase_functions.http_request(
          '${base}/ask', 'GET', 'null', 'null', 'null');
      grant insert on public.people to authenticated`)
  })

  it('sends changes with their rows', async () => {
    await start()
    await test.run(`
      set role authenticated;
      insert into public.people values (1, 'Ada');
      reset role;
      update public.people set name = 'Bob';
      delete from public.people`)
    await expect.poll(answered, GENEROUS).toBe(4)
    const told = received.filter(({ method }) => method === 'POST')
    const one = { id: 1, name: 'Ada' }
    const two = { id: 1, name: 'Bob' }
    const where = { table: 'people', schema: 'public' }
    const bodies = told.map(({ body }) =>
      z.object({ type: z.string() }).loose().parse(JSON.parse(body)),
    )
    expect(bodies.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
      { type: 'DELETE', ...where, record: null, old_record: two },
      { type: 'INSERT', ...where, record: one, old_record: null },
      { type: 'UPDATE', ...where, record: two, old_record: one },
    ])
    expect(told[0]).toMatchObject({ url: '/hook?q=1', headers: { 'x-own': '1' } })
    const hooks = await many(
      `select hook_name from supabase_functions.hooks
       where hook_table_id = 'public.people'::regclass::oid::int order by id`,
      z.object({ hook_name: z.string() }),
    )
    expect(hooks.map(({ hook_name }) => hook_name)).toEqual(['ask', 'tell', 'tell', 'tell'])
  })

  it.each([
    [`'', 'GET'`, 'url argument is missing'],
    [`'http://x.test'`, 'method argument is missing'],
    [`'http://x.test', 'PUT'`, 'method argument PUT is invalid'],
  ])('refuses the arguments %s', async (given, message) => {
    const refused = test.run(`
      create table public.wrong ();
      create trigger t after insert on public.wrong
        for each row execute function supabase_functions.http_request(${given});
      insert into public.wrong default values`)
    await expect(refused).rejects.toThrow(message)
  })
})

it('deletes responses after six hours', async () => {
  await start()
  await test.run(
    `insert into net._http_response (id, created) values
      (1, now() - interval '5 hours'), (2, now() - interval '7 hours')`,
    'supabase_admin',
  )
  const sweep = started?.service.jobs?.['sweep']
  if (started && sweep?.needs === 'database')
    await sweep.run(started.project, {
      payload: {},
      attempt: 1,
      isLastAttempt: true,
      signal: new AbortController().signal,
    })
  expect(
    await many('select id::text from net._http_response', z.object({ id: z.string() })),
  ).toEqual([{ id: '1' }])
})

import { readFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOG_SOURCES, logColumn, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { ProjectDetail } from '@stoa/contract/platform/projects'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { StoredEvent } from '../../test/log-events.ts'
import { createServices } from '../services/index.ts'
import { readConfig } from './config.ts'
import { startInstallation, type Installation } from './installation.ts'

/** The logs of a whole installation: what requests leave in the sources of their project. */
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const OPERATOR = 'test-operator'
const PASSWORD = 'gusty-Walrus-40-orbits-plinth'

const WAIT = { timeout: 20_000, interval: 100 }

let folder: string
let installation: Installation
let ref: string
let anonKey: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-project-logs-'))
  installation = await startInstallation(
    readConfig(
      {
        STOA_PORT: '0',
        STOA_API_PORT: '0',
        STOA_POSTGRES_PORT: '0',
        STOA_DATA_DIR: path.join(folder, 'data'),
        STOA_SIGN_UP: 'open',
      },
      checkout,
    ),
    { checkout, operatorToken: OPERATOR, createServices },
  )
  const slug = z
    .object({ slug: z.string() })
    .parse(await platform('POST', '/organizations', { name: 'Logs' })).slug
  ref = ProjectDetail.parse(
    await platform('POST', '/projects', {
      name: 'Logged',
      organization_slug: slug,
      db_pass: PASSWORD,
    }),
  ).ref
  await vi.waitUntil(
    async () =>
      ProjectDetail.parse(await platform('GET', `/projects/${ref}`)).status === 'ACTIVE_HEALTHY',
    { timeout: 60_000 },
  )
  const keys = z.object({ anon_key: z.string() })
  anonKey = keys.parse(await platform('GET', `/projects/${ref}/api-keys`)).anon_key
}, 120_000)
afterAll(async () => {
  await installation.stop()
  await rm(folder, { recursive: true, force: true })
})

async function platform(method: string, place: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${installation.localUrl}/platform${place}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${place}: ${await response.text()}`)
  return response.json()
}

const call = (place: string, init: RequestInit = {}) =>
  fetch(`${installation.localUrl}/p/${ref}${place}`, {
    ...init,
    headers: {
      apikey: anonKey,
      ...(init.body && { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string> | undefined),
    },
  })

async function eventsOf(source: LogSourceName, of: string = ref): Promise<StoredEvent[]> {
  const at = path.join(folder, 'data', 'logs', 'projects', of, source)
  const names = await readdir(at).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(path.join(at, name), 'utf8')))
  return texts.flatMap((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as StoredEvent),
  )
}

/** Waits for an event of a source. */
async function found(
  source: LogSourceName,
  matches: (event: StoredEvent) => boolean,
  of: string = ref,
): Promise<StoredEvent> {
  let event: StoredEvent | undefined
  await vi.waitUntil(
    async () => (event = (await eventsOf(source, of)).find(matches)) !== undefined,
    WAIT,
  )
  if (!event) throw new Error(`No such event in ${source}`)
  return event
}

const connect = async () => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: installation.postgresPort,
    user: `postgres.${ref}`,
    password: PASSWORD,
    database: 'postgres',
  })
  await client.connect()
  return client
}

describe('a failing request', () => {
  it('is found in the gateway, its service and Postgres by one id', async () => {
    const client = await connect()
    await client.query(
      `create function public.fails() returns int language plpgsql as $$
       begin raise warning 'about to fail'; return 1 / 0; end $$`,
    )
    await client.query(`notify pgrst, 'reload schema'`)
    await client.end()
    let response: Response | undefined
    await vi.waitUntil(async () => {
      response = await call('/rest/v1/rpc/fails', { method: 'POST', body: '{}' })
      return response.status !== 404
    }, WAIT)
    const id = response?.headers.get('sb-request-id') ?? ''
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(response?.headers.get('access-control-expose-headers')).toContain('sb-request-id')
    expect(await found('edge_logs', (event) => event.request_id === id)).toMatchObject({
      request_method: 'POST',
      request_path: '/rest/v1/rpc/fails',
      request_sb_role: 'anon',
      identifier: ref,
    })
    const error = await found(
      'postgres_logs',
      (event) => event.request_id === id && event['parsed_error_severity'] === 'ERROR',
    )
    expect(error).toMatchObject({
      event_message: 'division by zero',
      severity: 'error',
      parsed_sql_state_code: '22012',
      parsed_application_name: 'stoa-data-api',
    })
    expect(error['parsed_query']).toContain('fails')
    await found(
      'postgres_logs',
      (event) => event.request_id === id && event.event_message === 'about to fail',
    )
    expect(await found('postgrest_logs', (event) => event.request_id === id)).toMatchObject({
      event_message: expect.stringContaining('division by zero'),
    })
  })

  it('contains no key, cookie or token in any source', async () => {
    await call('/rest/v1/nothing?apikey=query-secret', {
      headers: { authorization: `Bearer ${anonKey}`, cookie: 'session=cookie-secret' },
    })
    await found('edge_logs', (event) => event['request_path'] === '/rest/v1/nothing')
    const all = JSON.stringify(await eventsOf('edge_logs'))
    for (const secret of [anonKey, 'query-secret', 'cookie-secret'])
      expect(all).not.toContain(secret)
  })
})

describe('each source', () => {
  it('auth: has requests, and what they did with its actor', async () => {
    const email = 'ada@example.com'
    const response = await call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'correct horse battery staple 9' }),
    })
    const id = response.headers.get('sb-request-id')
    expect(
      await found('auth_logs', (event) => event.request_id === id && event['status'] !== undefined),
    ).toMatchObject({ component: 'api', method: 'POST', path: '/signup' })
    const event = await found('auth_logs', ({ auth_event_action: action }) =>
      String(action).startsWith('user_'),
    )
    expect(event).toMatchObject({ request_id: id, auth_event_log_type: expect.any(String) })
    expect(JSON.stringify(await eventsOf('auth_logs'))).not.toContain('battery')
  })

  it('storage: has requests', async () => {
    const response = await call('/storage/v1/object/nowhere/file.txt?token=abc')
    const id = response.headers.get('sb-request-id')
    expect(await found('storage_logs', (event) => event.request_id === id)).toMatchObject({
      req_method: 'GET',
      req_url: '/storage/v1/object/nowhere/file.txt?token=***',
      res_statusCode: response.status,
      tenantId: ref,
    })
  })

  it('realtime: has clients and channels, and the gateway their handshake', async () => {
    const url = `${installation.localUrl.replace('http', 'ws')}/p/${ref}/realtime/v1/websocket`
    const socket = new WebSocket(`${url}?apikey=${anonKey}&vsn=1.0.0`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    socket.send(
      JSON.stringify({ topic: 'realtime:logged', event: 'phx_join', payload: {}, ref: '1' }),
    )
    await found('realtime_logs', ({ event_message: message }) =>
      message.includes('realtime:logged'),
    )
    expect(
      await found('realtime_logs', ({ event_message: message }) => message.includes('connected')),
    ).toMatchObject({ measurements_connected: 1, external_id: ref })
    socket.close()
    const handshake = await found('edge_logs', (event) => event['response_status_code'] === 101)
    expect(handshake).toMatchObject({
      request_path: '/realtime/v1/websocket',
      request_search: '?apikey=***&vsn=1.0.0',
    })
  })

  it('supavisor: has connections of Postgres clients', async () => {
    const client = await connect()
    await client.end()
    const matches = (text: string) => (event: StoredEvent) =>
      event.event_message.startsWith(text) && String(event['user']).startsWith('postgres')
    await found('supavisor_logs', matches('Connection established'))
    expect(await found('supavisor_logs', matches('Connection closed'))).toMatchObject({
      project: ref,
      severity: 'info',
    })
  })

  it('postgrest: has loads of the schema cache', async () => {
    await call('/rest/v1/')
    const loaded = await found('postgrest_logs', ({ event_message: message }) =>
      message.startsWith('Schema cache'),
    )
    expect(loaded).toMatchObject({ severity: 'info', host: ref })
  })

  it('cron: has runs with their status', async () => {
    const client = await connect()
    await client.query('create extension if not exists pg_cron')
    await client.query(`select cron.schedule('tick', '1 seconds', 'select 1')`)
    const run = await found('pg_cron_logs', (event) => event['job_name'] === 'tick')
    expect(run).toMatchObject({ status: 'succeeded', command: 'select 1', severity: 'info' })
    await client.query(`select cron.unschedule('tick')`)
    await client.end()
  })

  it('postgres: has the platform’s own cluster too', async () => {
    expect(await found('postgres_logs', () => true, 'platform')).toMatchObject({ host: 'platform' })
  })
})

describe('hostile requests', () => {
  it('are logged as they are, within limits, on one line', async () => {
    const name = `x"},{\n\u001b[2J${'y'.repeat(300)}`
    await call(`/rest/v1/${encodeURIComponent(name)}`, {
      headers: { 'user-agent': `"}${'z'.repeat(9000)}`, referer: 'http://u:p@evil/?code=1#t=2' },
    })
    const event = await found('edge_logs', ({ request_headers_user_agent: agent }) =>
      String(agent).startsWith('"}zzz'),
    )
    expect(event['request_headers_referer']).toBe('http://evil/?code=***')
  })

  it('cannot choose the id of a request', async () => {
    const given = '0a1b2c3d-0000-4000-8000-123456789abc'
    const response = await call('/rest/v1/', { headers: { 'x-request-id': given } })
    expect(response.headers.get('x-request-id')).toBe(given)
    expect(response.headers.get('sb-request-id')).not.toBe(given)
  })
})

it('writes only columns that the catalog of sources has', async () => {
  for (const { reference, fields } of LOG_SOURCES) {
    const known = new Set(fields.map(logColumn))
    const written = new Set((await eventsOf(reference)).flatMap((event) => Object.keys(event)))
    expect([...written].filter((column) => !known.has(column))).toEqual([])
  }
})

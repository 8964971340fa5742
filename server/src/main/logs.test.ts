import { readFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
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

let folder: string
let installation: Installation
let ref: string
let keys: { readonly anon: string; readonly service_role: string }

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
  const list = z
    .array(z.object({ name: z.string(), api_key: z.string() }))
    .parse(await platform('GET', `/projects/${ref}/api-keys?reveal=true`))
  const keyOf = (name: string) => list.find((key) => key.name === name)?.api_key ?? ''
  keys = { anon: keyOf('anon'), service_role: keyOf('service_role') }
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

const call = (place: string, init: RequestInit = {}, key: string = keys.anon) =>
  fetch(`${installation.localUrl}/p/${ref}${place}`, {
    ...init,
    headers: { apikey: key, 'content-type': 'application/json', ...init.headers },
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
    { timeout: 20_000, interval: 100 },
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
      response = await call('/rest/v1/rpc/fails?token=secret', { method: 'POST', body: '{}' })
      return response.status !== 404
    })
    const id = response?.headers.get('sb-request-id') ?? ''
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(response?.headers.get('access-control-expose-headers')).toContain('sb-request-id')
    expect(await found('edge_logs', (event) => event.request_id === id)).toMatchObject({
      request_method: 'POST',
      request_path: '/rest/v1/rpc/fails',
      request_search: '?token=***',
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
    await found('postgrest_logs', (event) => event.request_id === id)
  })

  it('contains no key, cookie or token in any source', async () => {
    await call('/rest/v1/nothing?apikey=query-secret', {
      headers: { authorization: `Bearer ${keys.anon}`, cookie: 'session=cookie-secret' },
    })
    await found('edge_logs', (event) => event['request_path'] === '/rest/v1/nothing')
    const all = JSON.stringify(await eventsOf('edge_logs'))
    for (const secret of [keys.anon, 'query-secret', 'cookie-secret'])
      expect(all).not.toContain(secret)
  })
})

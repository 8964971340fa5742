import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MASKED_SECRET } from '@stoa/contract/settings-section'
import {
  ProjectDetail,
  ProjectOverview,
  ServiceHealth,
  UsageHour,
} from '@stoa/contract/platform/projects'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../src/main/config.ts'
import { startInstallation, type Installation } from '../../src/main/installation.ts'
import { createServices, type ServicesDeps } from '../../src/services/index.ts'
import { createNotes, createProbe, sign, type NotesProbe } from './index.ts'

/**
 * Proves that a service needs only its declaration: runs a whole installation with an additional
 * service that no file outside this folder mentions.
 */
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const OPERATOR = 'test-operator'
const DATABASE_PASSWORD = 'gusty-Walrus-40-orbits-plinth'

let folder: string
let installation: Installation
let probe: NotesProbe
let organization: string
let ref: string
let keys: { readonly anon: string; readonly jwtSecret: string }

const start = (made: NotesProbe) =>
  startInstallation(
    readConfig(
      {
        STOA_PORT: '0',
        STOA_POSTGRES_PORT: '0',
        STOA_DATA_DIR: path.join(folder, 'data'),
        STOA_SIGN_UP: 'open',
      },
      checkout,
    ),
    {
      checkout,
      operatorToken: OPERATOR,
      createServices(deps: ServicesDeps) {
        const { all, accountsOf } = createServices(deps)
        return { all: [...all, createNotes(made)], accountsOf }
      },
    },
  )

/** Calls the platform's API with the operator credential. */
async function platform(method: string, place: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${installation.localUrl}/platform${place}`, {
    method,
    headers: {
      authorization: `Bearer ${OPERATOR}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? undefined : response.json()
}

const api = (place: string, init: RequestInit = {}) =>
  fetch(`${installation.localUrl}/p/${ref}/notes/v1${place}`, init)
const withKey = (init: RequestInit = {}) => ({
  ...init,
  headers: { apikey: keys.anon, 'content-type': 'text/plain' },
})
const count = async () =>
  z.object({ count: z.int() }).parse(await platform('GET', `/notes/${ref}/count`)).count
const health = async () => {
  const all = z.array(ServiceHealth).parse(await platform('GET', `/projects/${ref}/services`))
  return all.find(({ name }) => name === 'notes')
}
const settle = (status: string) =>
  vi.waitFor(
    async () => {
      const answer = ProjectDetail.parse(await platform('GET', `/projects/${ref}`))
      expect(answer.status).toBe(status)
    },
    { timeout: 20_000 },
  )

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-notes-'))
  probe = createProbe()
  installation = await start(probe)
  const { slug } = z
    .object({ slug: z.string() })
    .parse(await platform('POST', '/organizations', { name: 'Example' }))
  organization = slug
  const made = ProjectDetail.parse(
    await platform('POST', '/projects', {
      organization_slug: slug,
      name: 'Notes',
      db_pass: DATABASE_PASSWORD,
    }),
  )
  ref = made.ref
  await settle('ACTIVE_HEALTHY')
  const [shown, revealed] = await Promise.all([
    platform('GET', `/projects/${ref}/api-keys`),
    platform('POST', `/projects/${ref}/api-keys/reveal`),
  ])
  keys = {
    anon: z.object({ anon_key: z.string() }).parse(shown).anon_key,
    jwtSecret: z.object({ jwt_secret: z.string() }).parse(revealed).jwt_secret,
  }
})
beforeEach(() => {
  probe.failsToStart = false
  probe.isIll = false
})
afterAll(async () => {
  await installation.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the public API of a service that is only declared', () => {
  it('requires a key, except on keyless paths', async () => {
    const refused = await api('/whoami')
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'api_key_missing' }),
    ])
    expect(await (await api('/whoami', withKey())).json()).toEqual({ role: 'anon' })
    expect(await (await api('/greeting')).json()).toEqual({ greeting: 'hello' })
  })

  it('accepts callers by its own signature and refuses an invalid one', async () => {
    const signature = sign(`/p/${ref}/notes/v1/whoami`, keys.jwtSecret)
    const signed = await api('/whoami', { headers: { 'x-signature': signature } })
    expect(await signed.json()).toEqual({ role: 'service_role' })
    const forged = await api('/whoami', { headers: { 'x-signature': 'f'.repeat(64) } })
    expect([forged.status, await forged.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'signature_invalid' }),
    ])
  })

  it('receives a body of any type as a stream and exposes its own headers', async () => {
    const before = await count()
    const answer = await api('/entries', withKey({ method: 'POST', body: 'first' }))
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-note')
    expect(await count()).toBe(before + 1)
  })

  it('takes over a WebSocket handshake after the same checks as a request', async () => {
    const refused = await upgrade(`/p/${ref}/notes/v1/socket`)
    expect(refused).toMatch(/^HTTP\/1.1 401 .*"api_key_missing"/s)
    const taken = await upgrade(`/p/${ref}/notes/v1/socket?room=7&apikey=${keys.anon}`)
    expect(taken).toMatch(/^HTTP\/1.1 101 .*hello anon \/socket 7$/s)
    expect(await upgrade(`/p/${ref}/rest/v1/socket`)).toMatch(/^HTTP\/1.1 404 .*"no_such_socket"/s)
  })

  it('serves a request that only offers another protocol', async () => {
    // Java's HTTP client and curl --http2 offer h2c with a request, which a server can ignore.
    const answer = await send(
      [
        `GET /p/${ref}/notes/v1/greeting HTTP/1.1`,
        'host: localhost',
        'connection: upgrade, http2-settings, close',
        'upgrade: h2c',
        'http2-settings: AAMAAABkAAQAoAAAAAIAAAAA',
        '',
        '',
      ].join('\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 .*"greeting"/s)
  })

  it('refuses a method unknown to Node with its own response', async () => {
    const answer = await send(`BREW /p/${ref}/notes/v1/ HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 418 .*\{"refused":"BREW"\}$/s)
  })

  it('can be opened as a page at the dashboard’s origin only where it says so', async () => {
    const headers = { 'sec-fetch-dest': 'document' }
    expect((await api('/greeting', { headers })).status).toBe(200)
    expect((await api('/whoami', { headers })).status).toBe(403)
  })

  it('serves the platform itself', async () => {
    const answer = await fetch(`${installation.localUrl}/notes/v1/greeting`)
    expect(await answer.json()).toEqual({ greeting: 'hello' })
  })

  it('is listed in the hint for an unknown API of the project', async () => {
    const answer = await fetch(`${installation.localUrl}/p/${ref}/nothing/v1/`)
    expect(await answer.json()).toMatchObject({
      code: 'no_such_api',
      hint: expect.stringContaining('/notes/v1'),
    })
  })
})

describe('the database of such a service', () => {
  it('is read by callers with their own rights', async () => {
    await api('/entries', withKey({ method: 'POST', body: 'for everyone' }))
    expect(await (await api('/entries', withKey())).json()).toContainEqual(['for everyone'])
  })

  it('has the extension of the engine, and a stand-in for what the engine lacks', async () => {
    const owner = await connectAs('postgres', DATABASE_PASSWORD)
    await owner.query('create extension pg_notes')
    const { rows } = await owner.query(
      "select extname from pg_extension where extname in ('seg', 'pg_notes') order by 1",
    )
    await owner.end()
    expect(rows).toEqual([{ extname: 'pg_notes' }, { extname: 'seg' }])
  })

  it('is summarized in the project’s overview', async () => {
    const overview = ProjectOverview.parse(await platform('GET', `/projects/${ref}/overview`))
    expect(overview.figures).toContainEqual(
      expect.objectContaining({ service: 'notes', name: 'notes', unit: 'count' }),
    )
    expect(overview.notices).toContainEqual(
      expect.objectContaining({ service: 'notes', code: 'default_greeting' }),
    )
  })

  it('cannot be signed in to from outside as its role', async () => {
    await expect(connectAs('supabase_notes_admin', 'guessed')).rejects.toThrow(
      'not permitted to log in from outside',
    )
  })
})

describe('the settings of such a service', () => {
  const place = () => `/projects/${ref}/config/notes`

  it('have defaults, are validated, and reach the running service without a restart', async () => {
    expect(await platform('GET', place())).toEqual({
      greeting: 'hello',
      max_length: 100,
      passphrase: '',
    })
    expect(await platform('PATCH', place(), { greeting: '' })).toMatchObject({
      code: 'invalid_request',
    })
    expect(await platform('PATCH', place(), { greeting: 'welcome' })).toEqual({
      greeting: 'welcome',
      max_length: 100,
      passphrase: '',
    })
    expect(probe.greetings.at(-1)).toBe('welcome')
    expect(await (await api('/greeting')).json()).toEqual({ greeting: 'welcome' })
  })

  it('show secrets masked, and give them to the service in plain text', async () => {
    const changed = await platform('PATCH', place(), { passphrase: 'open sesame' })
    expect(changed).toMatchObject({ passphrase: MASKED_SECRET })
    expect(await platform('GET', place())).toMatchObject({ passphrase: MASKED_SECRET })
    expect(JSON.stringify(await platform('GET', `/projects/${ref}/config`))).not.toContain('sesame')
    // A form that sends back the values it read changes nothing.
    await platform('PATCH', place(), { passphrase: MASKED_SECRET, max_length: 100 })
    expect(probe.passphrases.at(-1)).toBe('open sesame')
    expect(await platform('PATCH', place(), { passphrase: '' })).toMatchObject({ passphrase: '' })
    expect(probe.passphrases.at(-1)).toBe('')
  })

  it('agree with the stored values after concurrent changes', async () => {
    const changes = [
      { greeting: 'one' },
      { max_length: 200 },
      { greeting: 'two' },
      { max_length: 300 },
    ]
    await Promise.all(changes.map((change) => platform('PATCH', place(), change)))
    const stored = await platform('GET', place())
    expect(await (await api('/greeting')).json()).toEqual({
      greeting: z.object({ greeting: z.string() }).parse(stored).greeting,
    })
    expect(stored).toMatchObject({ max_length: expect.any(Number) })
    expect(probe.greetings.at(-1)).toBe(z.object({ greeting: z.string() }).parse(stored).greeting)
  })
})

describe('the work of such a service', () => {
  it('for members depends on their permissions', async () => {
    expect(await platform('GET', `/notes/${ref}/count`)).toMatchObject({ can_clear: true })
    expect(await platform('POST', `/notes/${ref}/clear`)).toEqual({})
    expect(await count()).toBe(0)
  })

  it('can run in durable jobs', async () => {
    const before = await count()
    await api('/later', withKey({ method: 'POST', body: '' }))
    await expect.poll(count).toBe(before + 1)
  })

  it('is metered: its own meters by the service, requests, errors and bytes by the gateway', async () => {
    await api('/entries', withKey({ method: 'POST', body: 'counted' }))
    await api('/entries')
    const used = z.array(UsageHour).parse(await platform('GET', `/projects/${ref}/usage`))
    const of = (meter: string) => used.find((row) => row.service === 'notes' && row.meter === meter)
    expect(of('characters')).toMatchObject({ unit: 'count' })
    expect(of('characters')?.amount).toBeGreaterThanOrEqual('counted'.length)
    expect(of('requests')?.amount).toBeGreaterThan(0)
    expect(of('client_errors')?.amount).toBeGreaterThan(0)
    expect(of('server_errors')).toBeUndefined()
    expect(of('egress_bytes')?.amount).toBeGreaterThan(0)
  })

  it('on its files is available to members while the project is paused', async () => {
    await platform('POST', `/projects/${ref}/pause`)
    await settle('INACTIVE')
    expect(await platform('GET', `/notes/${ref}/exports`)).toEqual(expect.any(Array))
    expect(await platform('GET', `/notes/${ref}/count`)).toMatchObject({ code: 'project_paused' })
    expect(await health()).toMatchObject({ status: 'stopped', error: null })
    await platform('POST', `/projects/${ref}/resume`)
    await settle('ACTIVE_HEALTHY')
  })
})

describe('a fault of such a service', () => {
  it('does not affect the project or its other services', async () => {
    await count()
    expect(await health()).toMatchObject({ title: 'Notes', status: 'healthy', error: null })
    probe.isIll = true
    expect(await health()).toMatchObject({
      status: 'unhealthy',
      error: { code: 'service_unavailable', message: expect.stringContaining('The notes are ill') },
    })
    probe.isIll = false
    probe.failsToStart = true
    await platform('POST', `/projects/${ref}/restart`)
    await settle('ACTIVE_HEALTHY')
    expect(await health()).toMatchObject({ status: 'unhealthy' })
    const refused = await api('/greeting')
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'service_unavailable',
        message: expect.stringContaining('The notes are lost'),
      }),
    ])
    const rest = await fetch(`${installation.localUrl}/p/${ref}/rest/v1/`, withKey())
    expect(rest.status).toBe(200)
  })
})

describe('deleting the project', () => {
  it('keeps the files of such a service until the data is deleted, and then notifies it', async () => {
    const files = path.join(folder, 'data', 'files', ref)
    await platform('DELETE', `/projects/${ref}`)
    expect(existsSync(path.join(files, 'notes'))).toBe(true)
    expect(probe.removed).toEqual([])
    await platform('DELETE', `/organizations/${organization}/deleted-projects/${ref}`)
    await expect.poll(() => probe.removed).toEqual([ref])
    await expect.poll(() => existsSync(files)).toBe(false)
  })
})

describe('a server that stops', () => {
  it('lets the service release what all projects shared', async () => {
    await installation.stop()
    expect(probe.hasEnded).toBe(true)
  })
})

async function connectAs(role: string, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: installation.postgresPort,
    user: `${role}.${ref}`,
    password,
    database: 'postgres',
  })
  await client.connect()
  return client
}

async function send(text: string): Promise<string> {
  const socket = connect(Number(new URL(installation.localUrl).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

const upgrade = (url: string) =>
  send(
    [
      `GET ${url} HTTP/1.1`,
      'host: localhost',
      'connection: upgrade',
      'upgrade: websocket',
      '',
      '',
    ].join('\r\n'),
  )

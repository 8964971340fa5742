import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg, { type ClientConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCertificate } from '../../test/certificate.ts'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { platformMigrations } from '../platform/index.ts'
import { sql } from '../postgres/sql.ts'
import { createServices } from '../services/index.ts'
import { readConfig, type Config } from './config.ts'
import { startInstallation, type Doors, type Installation } from './installation.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const certificate = createCertificate(['db.example.com'], new Date())

let folder: string
let control: TestControlPlane
let config: Config
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa installation '))
  control = await createTestControlPlane({ migrations: [platformMigrations] })
  const { endpoint, user, password } = control.connection
  const database = new URL(`postgres://${encodeURIComponent(endpoint.host)}/${endpoint.database}`)
  database.username = user
  database.password = password
  await writeFile(path.join(folder, 'cert.pem'), certificate.cert)
  await writeFile(path.join(folder, 'key.pem'), certificate.key)
  config = readConfig(
    {
      STOA_PORT: `${await freePort()}`,
      STOA_API_PORT: '0',
      STOA_POSTGRES_PORT: `${await freePort()}`,
      STOA_POSTGRES_TLS_CERT: path.join(folder, 'cert.pem'),
      STOA_POSTGRES_TLS_KEY: path.join(folder, 'key.pem'),
      STOA_DATA_DIR: path.join(folder, 'data'),
      STOA_DATABASE_URL: database.href,
    },
    checkout,
  )
})
afterAll(async () => {
  await installation.stop()
  await control.stop()
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The installation's address, as the command line learns it. */
let doors: Doors | undefined

const start = (change: Partial<Config> = {}) =>
  startInstallation(
    { ...config, ...change },
    {
      checkout,
      operatorToken: 'test',
      onListening: async (open) => void (doors = open),
      createServices,
    },
  )
const ask = (path = '/api/get-utc-time') =>
  fetch(`http://127.0.0.1:${config.port}${path}`, { headers: { authorization: 'Bearer test' } })

/** Blocks every statement on the fleet's table until the returned function is called. */
async function lockFleet(): Promise<() => Promise<void>> {
  const { endpoint, user, password } = control.connection
  const blocker = new pg.Client({ ...endpoint, ssl: false, user, password })
  await blocker.connect()
  await blocker.query('begin; lock table fleet.instances in access exclusive mode')
  return () => blocker.end()
}

/** Connects to a project that does not exist, and returns the refusal's code. */
async function refusalOfConnection(ssl: ClientConfig['ssl'] = false): Promise<unknown> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: config.postgresPort,
    user: 'postgres.abcdefghijklmnopqrst',
    password: 'x',
    ssl,
  })
  return client.connect().then(
    () => client.end(),
    (error: pg.DatabaseError) => error.code,
  )
}

describe('an installation', () => {
  it('does not start with a certificate that does not exist', async () => {
    const keyFile = path.join(folder, 'key.pem')
    const postgresTls = { certFile: path.join(folder, 'missing.pem'), keyFile }
    await expect(start({ postgresTls })).rejects.toMatchObject({
      code: 'server_certificate_invalid',
    })
  })

  it('does not start with a wrong password for the platform’s database', async () => {
    const databaseUrl = config.databaseUrl?.replace(/:[^:@]+@/, ':wrong@')
    await expect(start({ databaseUrl })).rejects.toMatchObject({ code: 'database_refused' })
  })

  it('refuses requests and connections until the fleet has reconciled its projects', async () => {
    const unlock = await lockFleet()
    const starting = start()
    await expect
      .poll(() => ask().then(({ status }) => status, String), { timeout: 30_000 })
      .toBe(503)
    const refusal = await ask()
    expect(await refusal.json()).toMatchObject({ code: 'server_starting' })
    expect(refusal.headers.get('retry-after')).toBe('1')
    expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
    await expect.poll(() => refusalOfConnection()).toBe('57P03')
    const { port, postgresPort } = config
    expect(doors).toEqual({ localUrl: `http://localhost:${port}`, postgresPort })
    await unlock()
    installation = await starting
    expect((await ask()).status).toBe(200)
    expect(await refusalOfConnection()).toBe('08004')
  }, 60_000)

  it('encrypts database connections with its certificate', async () => {
    const ssl = { ca: certificate.cert, servername: 'db.example.com' }
    expect(await refusalOfConnection(ssl)).toBe('08004')
  })

  it('finishes running requests when it stops, then refuses requests and connections', async () => {
    const unlock = await lockFleet()
    const running = ask('/platform/projects')
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
    const session = control.database.as('supabase_admin')
    await expect.poll(() => session.maybe(waiting, z.unknown())).toBeDefined()
    const stopping = installation.stop()
    expect(await refusalOfConnection()).toBe('57P03')
    const refusal = await ask()
    expect(refusal.status).toBe(503)
    expect(await refusal.json()).toMatchObject({ code: 'server_stopping' })
    await unlock()
    expect((await running).status).toBe(200)
    await stopping
    await expect(ask()).rejects.toThrow('fetch failed')
    expect(await refusalOfConnection()).toBe('ECONNREFUSED')
  })
})

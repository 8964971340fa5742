import { mountRoutes } from '../../lib/http.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { createOutgoing } from '../../lib/outgoing.ts'
import type { MemberAction } from '../../project/service.ts'
import { createWrappers } from './index.ts'

const INSTALLATION_KEY = Buffer.alloc(32, 9)

let local: TestProject
let remote: TestProject
/** A TCP port that forwards to the socket of the other project. */
let gate: Server
let app: FastifyInstance
const audited: MemberAction[] = []
const service = createWrappers({
  clock: systemClock,
  installationKey: INSTALLATION_KEY,
  outgoing: createOutgoing({ allowsPrivate: true }),
})

beforeAll(async () => {
  ;[local, remote] = await Promise.all([createTestProject(), createTestProject()])
  await remote.run(`
    create role reader login password 'first secret';
    create schema shop; grant usage on schema shop to reader;
    create table shop.orders (id bigint primary key, note text);
    insert into shop.orders values (1, 'one'), (2, 'two');
    create view shop.notes as select note from shop.orders;
    grant select, insert on all tables in schema shop to reader;`)
  gate = await listen((socket) => {
    const server = new pg.Client({ host: remote.socketDir }).connection.stream as Socket
    server.connect(`${remote.socketDir}/.s.PGSQL.5432`)
    for (const each of [socket, server]) each.on('error', () => {})
    socket.pipe(server).pipe(socket)
  })
  app = appOf(local)
  await service.start?.(local.project)
})
afterAll(async () => {
  await service.stop?.(local.project)
  gate.close()
  await Promise.all([local.stop(), remote.stop()])
})

function appOf(test: TestProject, declared = service): FastifyInstance {
  const created = Fastify()
  created.decorateRequest('project')
  created.decorateRequest('member')
  created.addHook('onRequest', async (request) => {
    request.project = test.project
    request.member = { kind: 'operator_credential' }
    request.recordAudit = async (action) => void audited.push(action)
  })
  created.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code, message: error.message })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of declared.memberDoors ?? []) mountRoutes(created, routes)
  return created
}

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  payload?: object,
  on = app,
) {
  const url = `/platform/wrappers/${local.project.ref}/servers${path}`
  const response = await on.inject({ method, url, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

const draft = (change: object = {}) => ({
  name: 'shop',
  host: '127.0.0.1',
  port: portOf(gate),
  database: 'postgres',
  user: 'reader',
  tls: 'disable',
  ca_certificate: null,
  is_writable: false,
  credential: { password: 'first secret' },
  ...change,
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    host: local.socketDir,
    user: 'postgres',
    password: local.password,
    database: 'postgres',
  })
  await client.connect()
  return client
}

/** Runs SQL as the owner, or another role, in a session of its own. */
async function query(text: string, role = 'postgres'): Promise<pg.QueryResult['rows']> {
  const client = await connect()
  try {
    if (role !== 'postgres') await client.query(`set role ${role}`)
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs statements as the owner, and returns the SQLSTATE of each, or `none`. */
async function refusalsOf(texts: readonly string[]): Promise<string[]> {
  const client = await connect()
  const refusals: string[] = []
  for (const text of texts)
    refusals.push(
      await client.query(text).then(
        () => 'none',
        (error: pg.DatabaseError) => error.code ?? error.message,
      ),
    )
  await client.end()
  return refusals
}

const refusalOf = async (text: string) => (await refusalsOf([text]))[0]

async function create(change: object = {}) {
  const { status, body } = await call('POST', '', draft(change))
  expect(body).toMatchObject({ name: draft(change).name })
  expect(status).toBe(201)
  return body.id as string
}

afterEach(async () => {
  const { body } = await call('GET')
  for (const { id } of body.servers) await call('DELETE', `/${id}?cascade=true`)
})

describe('a foreign server', () => {
  it('serves tables that a member picks, and that SQL imports', async () => {
    const id = await create()
    expect((await call('GET', `/${id}/remote-tables`)).body).toEqual(
      expect.arrayContaining([
        { schema: 'shop', name: 'notes' },
        { schema: 'shop', name: 'orders' },
      ]),
    )
    const body = { remote_schema: 'shop', tables: ['orders'], schema: 'shop' }
    expect(await call('POST', `/${id}/import`, body)).toEqual({
      status: 200,
      body: { tables: [{ schema: 'shop', name: 'orders' }] },
    })
    expect(await query('select id, note from shop.orders where id > 1')).toEqual([
      { id: '2', note: 'two' },
    ])
    await query(`import foreign schema shop limit to (notes) from server shop into shop`)
    expect(await query('select count(*)::int as n from shop.notes')).toEqual([{ n: 2 }])
    await query('create view public.first as select note from shop.orders where id = 1')
    const { body: listed } = await call('GET')
    expect(listed).toMatchObject({
      has_postgres_fdw: true,
      servers: [
        {
          is_connected: true,
          secret: { name: 'foreign_server_shop' },
          tables: [
            { schema: 'shop', name: 'notes', remote_schema: 'shop' },
            { schema: 'shop', name: 'orders', remote_name: 'orders', api_roles: [] },
          ],
          views: [{ schema: 'public', name: 'first' }],
        },
      ],
    })
    expect(audited.map(({ action }) => action)).toContain('foreign_server.import')
  })

  it('does not expose imported tables to API roles under any default privileges', async () => {
    const id = await create()
    const body = { remote_schema: 'shop', tables: ['orders'], schema: 'public' }
    expect(await call('POST', `/${id}/import`, body)).toMatchObject({ status: 200 })
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(query('select 1 from public.orders', role)).rejects.toThrow('permission denied')
    await query('grant select on public.orders to anon')
    const { body: listed } = await call('GET')
    expect(listed.servers[0].tables).toMatchObject([{ api_roles: ['anon'] }])
    expect(await query('select count(*)::int as n from public.orders', 'anon')).toEqual([{ n: 2 }])
  })

  it('writes only if writes are allowed', async () => {
    const id = await create()
    const body = { remote_schema: 'shop', tables: ['orders'], schema: 'shop' }
    await call('POST', `/${id}/import`, body)
    const insert = `insert into shop.orders values (7, 'seven')`
    expect(await refusalOf(insert)).toBe('55000')
    const { body: listed } = await call('GET')
    const { host, port, database, user, tls, ca_certificate, is_writable } = listed.servers[0]
    const replaces = { host, port, database, user, tls, ca_certificate, is_writable }
    await call('PATCH', `/${id}`, { is_writable: true, replaces })
    expect(await call('PATCH', `/${id}`, { is_writable: false, replaces })).toMatchObject({
      status: 409,
      body: { code: 'definition_changed' },
    })
    expect(await refusalOf(insert)).toBe('none')
    await remote.run('delete from shop.orders where id = 7')
  })

  it('uses a rotated password at once, from the vault or from an edit', async () => {
    const id = await create()
    const body = { remote_schema: 'shop', tables: ['orders'], schema: 'shop' }
    await call('POST', `/${id}/import`, body)
    await remote.run(`alter role reader password 'second secret'`)
    expect((await call('POST', `/${id}/test`)).body).toMatchObject({
      code: 'foreign_server_rejected',
      message: expect.stringContaining('password authentication failed'),
    })
    await query(`select vault.update_secret(id, 'second secret') from vault.secrets`)
    expect(await query('select count(*)::int as n from shop.orders')).toEqual([{ n: 2 }])
    await remote.run(`alter role reader password 'first secret'`)
    const edit = { credential: { password: 'first secret' } }
    expect((await call('PATCH', `/${id}`, edit)).status).toBe(200)
    expect((await call('POST', `/${id}/test`)).body).toMatchObject({
      version: expect.stringMatching(/^\d+/),
    })
    expect(await query('select count(*)::int as n from vault.secrets')).toEqual([{ n: 1 }])
  })

  it('is created, changed, and deleted completely or not at all', async () => {
    const wrong = { credential: { password: 'wrong' } }
    expect(await call('POST', '', draft(wrong))).toMatchObject({
      status: 502,
      body: { code: 'foreign_server_rejected' },
    })
    const id = await create()
    expect((await call('POST', '', draft())).body.code).toBe('foreign_server_name_taken')
    expect((await call('PATCH', `/${id}`, wrong)).status).toBe(502)
    expect((await call('POST', `/${id}/test`)).status).toBe(200)
    const body = { remote_schema: 'shop', tables: ['orders', 'missing'], schema: 'half' }
    expect((await call('POST', `/${id}/import`, body)).body.code).toBe('remote_table_not_found')
    expect(await query(`select to_regnamespace('half') as half`)).toEqual([{ half: null }])
    await call('POST', `/${id}/import`, { ...body, tables: ['orders'] })
    expect((await call('DELETE', `/${id}`)).body.code).toBe('foreign_server_in_use')
    expect((await call('DELETE', `/${id}?cascade=true`)).status).toBe(200)
    expect(await query('select name from vault.secrets')).toEqual([])
    expect(await query('select srvname from pg_foreign_server')).toEqual([])
    expect((await call('POST', `/${id}/test`)).body.code).toBe('foreign_server_not_found')
  })

  it.each([
    ['a default', 'text, extra bigint default 7, more text'],
    ['a check', 'text check (true), more text'],
    ['a parent', 'text) inherits (public.mine) server shop; create foreign table other (note text'],
  ])('is refused when it describes a column as a type with %s', async (_, type) => {
    const id = await create()
    await query('create table if not exists public.mine (id bigint)')
    const describe = (body: string) =>
      remote.run(
        `create or replace function pg_catalog.format_type(oid, integer) returns text ${body}`,
        'supabase_admin',
      )
    await describe(`language sql as $$ select '${type}' $$`)
    try {
      const body = { remote_schema: 'shop', tables: ['notes'], schema: 'taken' }
      expect((await call('POST', `/${id}/import`, body)).body.code).toBe('import_refused')
      expect(await query(`select to_regnamespace('taken') as taken`)).toEqual([{ taken: null }])
    } finally {
      await describe(`language internal stable as 'format_type'`)
    }
  })

  it('leaves nothing behind when its creation is interrupted', async () => {
    const [lock, watch] = await Promise.all([
      local.database.connect('supabase_admin', 'test-lock'),
      local.database.connect('supabase_admin', 'test-watch'),
    ])
    await lock.query('begin; lock table pg_catalog.pg_user_mapping in share mode')
    const creating = call('POST', '', draft())
    // Everything but the user mapping exists by then.
    const end = `
      select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and query ~ 'create user mapping'`
    await expect.poll(async () => (await watch.query(end)).rowCount).toBe(1)
    expect((await creating).status).toBeGreaterThanOrEqual(500)
    await Promise.all([lock.end(), watch.end()])
    for (const table of ['pg_foreign_server', 'stoa.foreign_servers', 'vault.secrets'])
      expect(await query(`select 1 from ${table}`)).toEqual([])
    await create()
  })

  it('is created again by the next edit if its creation was interrupted after its record', async () => {
    const id = await create()
    await local.run('drop server shop cascade', 'supabase_admin')
    expect((await call('GET')).body.servers[0].is_connected).toBe(false)
    expect((await call('PATCH', `/${id}`, { is_writable: true })).body).toMatchObject({
      is_connected: true,
      is_writable: true,
    })
    await call('POST', `/${id}/import`, {
      remote_schema: 'shop',
      tables: ['orders'],
      schema: 'shop',
    })
    expect(await refusalOf('select 1 from shop.orders')).toBe('none')
  })

  it('connects to the same server after a restart', async () => {
    const id = await create()
    await call('POST', `/${id}/import`, {
      remote_schema: 'shop',
      tables: ['orders'],
      schema: 'shop',
    })
    await service.stop?.(local.project)
    expect(await refusalOf('select 1 from shop.orders')).toBe('08001')
    await local.run(`alter server shop options (set host '/nowhere')`, 'supabase_admin')
    await service.start?.(local.project)
    expect(await refusalOf('select 1 from shop.orders')).toBe('none')
  })
})

describe('the owner of a project', () => {
  it('reads no credential and changes no address', async () => {
    const id = await create()
    await call('POST', `/${id}/import`, {
      remote_schema: 'shop',
      tables: ['orders'],
      schema: 'shop',
    })
    const denied = [
      `alter server shop options (set host '169.254.169.254')`,
      `alter server shop options (add service 'other')`,
      `alter server shop owner to postgres`,
      `alter server shop rename to other`,
      `drop server shop cascade`,
      `create server other foreign data wrapper postgres_fdw options (host '127.0.0.1')`,
      `alter user mapping for public server shop options (set password 'other')`,
      `drop user mapping for public server shop`,
      `create user mapping for anon server shop`,
      `update stoa.foreign_servers set host = '127.0.0.2'`,
      `insert into stoa.foreign_servers select * from stoa.foreign_servers`,
      `alter foreign data wrapper postgres_fdw options (add host '127.0.0.1')`,
      `drop extension postgres_fdw cascade`,
      `create extension dblink`,
    ]
    const refusals = await refusalsOf(denied)
    expect(denied.filter((_, index) => refusals[index] !== '42501')).toEqual([])
    // Connection options are only allowed on the server.
    const options = [`host '127.0.0.1'`, `hostaddr '127.0.0.1'`, `port '5432'`, `dbname 'x'`]
    const invalid = options.flatMap((option) => [
      `create user mapping for postgres server shop options (${option})`,
      `alter foreign table shop.orders options (add ${option})`,
      `create foreign table shop.other (id int) server shop options (${option})`,
    ])
    expect(new Set(await refusalsOf(invalid))).toEqual(new Set(['HV00D']))
    expect(
      await refusalOf(
        `create user mapping for postgres server shop options (user 'x', password_required 'false')`,
      ),
    ).toBe('42501')
    const seen = JSON.stringify([
      // A role that can read all data reads the password that the relay asks for, but no other.
      await query('select * from pg_catalog.pg_user_mapping'),
      await query('select * from pg_foreign_server'),
      await query('select * from stoa.foreign_servers'),
    ])
    expect(seen).not.toContain('first secret')
  })

  it('cannot connect with its own user mapping, and gets an error that says so', async () => {
    const id = await create()
    await call('POST', `/${id}/import`, {
      remote_schema: 'shop',
      tables: ['orders'],
      schema: 'shop',
    })
    await query(`create user mapping for postgres server shop
      options (user 'supabase_admin', password 'guess')`)
    await expect(query('select 1 from shop.orders')).rejects.toMatchObject({
      detail: expect.stringContaining('accepts only the user mapping that was created with it'),
    })
    expect((await call('GET')).body.servers[0].mapped_roles).toEqual(['postgres'])
    await query('drop user mapping for postgres server shop')
    expect(await refusalOf('select 1 from shop.orders')).toBe('none')
  })

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '169.254.169.254',
    '10.0.0.8',
    '0.0.0.0',
    '2130706433',
  ])('reaches no private address: %s', async (host) => {
    const closed = createWrappers({
      clock: systemClock,
      installationKey: INSTALLATION_KEY,
      outgoing: createOutgoing({ allowsPrivate: false }),
    })
    const { status, body } = await call('POST', '', draft({ host }), appOf(local, closed))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.code).toMatch(/^(?:outgoing_refused|foreign_server_unreachable)$/)
    expect(await query('select srvname from pg_foreign_server')).toEqual([])
  })
})

describe('a session that became the role of the vault', () => {
  it('calls nothing with more rights than the project’s owner has', async () => {
    // Replaces the vault's functions, and adds a trigger to its table, with code that records who runs it.
    await local.run(
      `create table public.callers (name text);
       grant all on public.callers to public;
       create function public.note() returns text language sql volatile as $$
         insert into public.callers values (current_user) returning 'first secret' $$;
       create function public.note_row() returns trigger language plpgsql as $$
         begin perform public.note(); return coalesce(new, old); end $$;
       create trigger note before insert or update or delete on vault.secrets
         for each row execute function public.note_row();
       alter view vault.decrypted_secrets rename to decrypted_before;
       create view vault.decrypted_secrets as
         select id, name, public.note() as decrypted_secret from vault.secrets;
       grant select on vault.decrypted_secrets to postgres`,
      'supabase_admin',
    )
    const id = await create()
    expect((await call('POST', `/${id}/test`)).status).toBe(200)
    expect((await call('PATCH', `/${id}`, { is_writable: true })).body.is_writable).toBe(true)
    await call('GET')
    await service.stop?.(local.project)
    await service.start?.(local.project)
    await call('DELETE', `/${id}?cascade=true`)
    const callers = await query('select distinct name from public.callers order by name')
    await local.run(
      `drop view vault.decrypted_secrets;
       alter view vault.decrypted_before rename to decrypted_secrets;
       drop trigger note on vault.secrets;
       drop table public.callers cascade`,
      'supabase_admin',
    )
    // The functions of the vault run with its rights.
    expect(callers).toEqual([{ name: 'postgres' }, { name: 'supabase_vault_admin' }])
  })
})

describe('a copy of a database', () => {
  it('does not use the credentials until the password is saved again', async () => {
    const id = await create()
    await call('POST', `/${id}/import`, {
      remote_schema: 'shop',
      tables: ['orders'],
      schema: 'shop',
    })
    await service.stop?.(local.project)
    const elsewhere = createWrappers({
      clock: systemClock,
      installationKey: Buffer.alloc(32, 1),
      outgoing: createOutgoing({ allowsPrivate: true }),
    })
    await elsewhere.start?.(local.project)
    const other = appOf(local, elsewhere)
    expect((await call('GET', '', undefined, other)).body.servers[0].is_connected).toBe(false)
    expect(await refusalOf('select 1 from shop.orders')).toBe('08001')
    for (const [method, path, payload] of [
      ['POST', `/${id}/test`, undefined],
      ['PATCH', `/${id}`, { port: portOf(gate) }],
    ] as const)
      expect((await call(method, path, payload, other)).body.code).toBe(
        'foreign_server_disconnected',
      )
    const edit = { credential: { password: 'first secret' } }
    expect((await call('PATCH', `/${id}`, edit, other)).body.is_connected).toBe(true)
    expect(await refusalOf('select 1 from shop.orders')).toBe('none')
    await elsewhere.stop?.(local.project)
    await service.start?.(local.project)
  })
})

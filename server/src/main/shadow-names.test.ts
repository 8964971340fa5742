import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProjectDetail } from '@stoa/contract/platform/projects'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { platformMigrations } from '../platform/index.ts'
import type { Service } from '../project/service.ts'
import { createServices, type ServicesDeps } from '../services/index.ts'
import { readConfig } from './config.ts'
import { startInstallation, type Installation } from './installation.ts'

/**
 * The owner of a project's database defines everything in the catalog again, with names that take
 * precedence. Whatever the server then does with the project, none of it runs with rights above the
 * owner's.
 */
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const OPERATOR = 'test-operator'
const PASSWORD = 'gusty-Walrus-40-orbits-plinth'

let folder: string
let control: TestControlPlane
let installation: Installation
let ref: string
let keys: { readonly anon: string; readonly service: string }
let password = PASSWORD

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-names-'))
  await chmod(folder, 0o755)
  control = await createTestControlPlane({ migrations: [platformMigrations] })
  installation = await start()
  const { slug } = z
    .object({ slug: z.string() })
    .parse(await platform('POST', '/organizations', { name: 'Example' }))
  const project = { organization_slug: slug, name: 'Names', db_pass: PASSWORD }
  ref = ProjectDetail.parse(await platform('POST', '/projects', project)).ref
  await settle('ACTIVE_HEALTHY')
  const revealed = await platform('POST', `/projects/${ref}/api-keys/reveal`)
  const shown = await platform('GET', `/projects/${ref}/api-keys`)
  keys = {
    anon: z.object({ anon_key: z.string() }).parse(shown).anon_key,
    service: z.object({ service_role_key: z.string() }).parse(revealed).service_role_key,
  }
})
afterAll(async () => {
  await installation.stop()
  await control.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(more: readonly Service[] = []): Promise<Installation> {
  const { endpoint, user, password } = control.connection
  const database = new URL(`postgres://${encodeURIComponent(endpoint.host)}/${endpoint.database}`)
  database.username = user
  database.password = password
  const environment = {
    STOA_PORT: '0',
    STOA_POSTGRES_PORT: '0',
    STOA_DATA_DIR: path.join(folder, 'data'),
    STOA_DATABASE_URL: database.href,
  }
  return startInstallation(readConfig(environment, checkout), {
    checkout,
    operatorToken: OPERATOR,
    createServices(deps: ServicesDeps) {
      const { all, accountsOf } = createServices(deps)
      return { all: [...all, ...more], accountsOf }
    },
  })
}

async function send(
  method: string,
  place: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${installation.localUrl}${place}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${place}: ${response.status} ${text}`).toBe(true)
  return text === '' ? undefined : JSON.parse(text)
}

const platform = (method: string, place: string, body?: unknown) =>
  send(method, `/platform${place}`, { authorization: `Bearer ${OPERATOR}` }, body)
const api = (method: string, place: string, body?: unknown) =>
  send(method, `/p/${ref}${place}`, { apikey: keys.anon }, body)

const settle = (status: string) =>
  vi.waitFor(
    async () => {
      const answer = ProjectDetail.parse(await platform('GET', `/projects/${ref}`))
      expect(answer.status).toBe(status)
    },
    { timeout: 20_000 },
  )

/** Runs SQL over the Postgres front door, as psql does; returns the last statement's rows. */
async function asOwner(text: string): Promise<unknown[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: installation.postgresPort,
    user: `postgres.${ref}`,
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    const results: unknown = await client.query(text)
    const last: unknown = Array.isArray(results) ? results.at(-1) : results
    return z.object({ rows: z.array(z.unknown()) }).parse(last).rows
  } finally {
    await client.end()
  }
}

/** A newer release than the project's: it adds a service with a migration. */
async function newerService(): Promise<Service> {
  const migration = `
    create schema newer;
    create table newer.things (id int primary key, name text default lower('X'), at timestamptz default now());
    insert into newer.things (id) select n + 1 from generate_series(1, 2) as n where n::text || 'x' <> 'x';
    do $$ begin perform count(*), max(oid) from pg_class where relname like 'pg%' and oid = 1259; end $$`
  const place = path.join(folder, 'newer')
  await mkdir(place)
  await writeFile(path.join(place, '0001-newer.sql'), migration)
  const migrations = { owner: 'newer', folder: new URL(`file://${place}/`) }
  return { name: 'newer', title: 'Newer', database: { migrations } }
}

async function useEveryService(title: string): Promise<void> {
  await api('POST', '/rest/v1/todos', { title })
  expect(await api('GET', `/rest/v1/todos?select=title&title=eq.${title}`)).toEqual([{ title }])
  expect(await api('POST', '/rest/v1/rpc/greeting', {})).toBe('hello')
  await api('GET', '/rest/v1/')
  await api('POST', '/graphql/v1', { query: '{ __typename }' })

  const account = { email: `${title}@example.com`, password: 'Plinth-orbits-40-walrus' }
  await api('POST', '/auth/v1/signup', account)
  const { access_token } = z
    .object({ access_token: z.string() })
    .parse(await api('POST', '/auth/v1/token?grant_type=password', account))
  const session = { apikey: keys.anon, authorization: `Bearer ${access_token}` }
  await send('GET', `/p/${ref}/auth/v1/user`, session)
  await send('POST', `/p/${ref}/auth/v1/logout`, session)
  await send('GET', `/p/${ref}/auth/v1/admin/users`, {
    apikey: keys.service,
    authorization: `Bearer ${keys.service}`,
  })

  const meta = `/meta/${ref}`
  for (const place of ['schemas', 'types', 'tables', 'functions', 'data-api-overrides'])
    await platform('GET', `${meta}/${place}`)
  for (const place of ['roles', 'table-privileges', 'column-privileges'])
    await platform('GET', `/pg-meta/${ref}/${place}`)
  await platform('GET', `/projects/${ref}/types/typescript`)
  await platform('GET', `/projects/${ref}/services`)
  await platform('POST', `${meta}/query`, {
    run_id: crypto.randomUUID(),
    sql: `create table public.${title} (id int); drop table public.${title}; select 1`,
  })
  await platform('POST', `/projects/${ref}/graphql`, {
    query: '{ __typename }',
    impersonate: { role: 'anon' },
  })
  await platform('PATCH', `/projects/${ref}/config/data-api`, { max_rows: 100 })
}

/** A trigger runs as the service, and leaves temporary objects in its session. */
const LEAVE_TEMPORARY = `
  create table shadow.left (login text);
  grant insert on shadow.left to public;
  create function shadow.leave() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  declare
    each text;
  begin
    insert into shadow.left values (session_user);
    foreach each in array '{text,uuid,json,jsonb,timestamptz,int4,int8,bool,oid,name}'::text[] loop
      if to_regtype('pg_temp.' || each) is null then
        execute format('create domain pg_temp.%I as pg_catalog.%I check (shadow.reports(%L))',
          each, each, 'temporary ' || each);
      end if;
    end loop;
    return null;
  end
  $$;
  create trigger leave after insert or update on auth.users
    for each row execute function shadow.leave()`

// Uses every service of a started installation, which takes long on a busy machine.
const TIMEOUT_MS = 120_000

it(
  'runs nothing that the owner of a database defined with rights above the owner’s',
  { timeout: TIMEOUT_MS },
  async () => {
    await asOwner(await readFile(new URL('../../test/shadow-names.sql', import.meta.url), 'utf8'))
    await asOwner(`
    create table public.todos (id bigint generated always as identity primary key, title text);
    create function public.greeting() returns text language sql return 'hello'`)
    const count = `select count(*)::int as count from pg_catalog.pg_proc
    where pronamespace = 'shadow'::pg_catalog.regnamespace`
    expect(await asOwner(count)).toEqual([{ count: expect.toSatisfy((n: number) => n > 2000) }])
    const own = `select nspname as name from pg_namespace
    where has_schema_privilege(oid, 'create') order by 1`
    expect(await asOwner(own)).toEqual([{ name: 'public' }, { name: 'shadow' }])
    // The scripts of trusted extensions run as the superuser.
    for (const name of ['citext', 'hstore', 'ltree', 'pg_trgm'])
      await asOwner(`set search_path = shadow, pg_catalog; create extension ${name} schema shadow`)
    await asOwner(LEAVE_TEMPORARY)
    await useEveryService('before')
    expect(await asOwner('select distinct login from shadow.left')).toEqual([
      { login: 'supabase_auth_admin' },
    ])

    await platform('PUT', `/projects/${ref}/database-password`, {
      password: 'Ålesund-tram-77-quilt',
    })
    password = 'Ålesund-tram-77-quilt'
    await platform('POST', `/projects/${ref}/restart`)
    await settle('ACTIVE_HEALTHY')
    await platform('POST', `/projects/${ref}/pause`)
    await settle('INACTIVE')
    await platform('POST', `/projects/${ref}/resume`)
    await settle('ACTIVE_HEALTHY')

    await installation.stop()
    installation = await start([await newerService()])
    await useEveryService('after')
    expect(await asOwner('select id, name from newer.things')).toEqual([
      { id: 2, name: 'x' },
      { id: 3, name: 'x' },
    ])

    expect(await asOwner('select what, login from shadow.seen')).toEqual([])
    const superuser = `select rolsuper from pg_catalog.pg_roles where rolname = 'postgres'`
    expect(await asOwner(superuser)).toEqual([{ rolsuper: false }])
    await platform('DELETE', `/projects/${ref}`)
  },
)

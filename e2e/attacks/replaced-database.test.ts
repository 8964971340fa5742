import type { ServiceHealth } from '@stoa/contract/platform/projects'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { contractEndpoints } from '../support/contract-endpoints.ts'
import { askPlatform, operatorToken } from '../support/platform-api.ts'
import { createProject, type ProjectInfo } from '../support/server.ts'

/**
 * The owner of a project renames its database, and gives the name to another one with relations and
 * functions under every name that the server's services use.
 */
const world = inject('attackWorld')

let project: ProjectInfo
/** Every operation of members that reads without further parameters. */
let reads: string[]
let token: string

beforeAll(async () => {
  project = await createProject(world, 'Replaced')
  token = await operatorToken(world)
  reads = (await contractEndpoints())
    .filter(({ method, path }) => method === 'GET' && /^[^{]*\{ref\}[^{]*$/.test(path))
    .map(({ path }) => path.replace('{ref}', project.ref))
  await inDatabase('template1', (owner) => owner.query('create database hostile'))
  await inDatabase('hostile', setTraps)
})
afterEach(async () => {
  await rename('postgres', 'hostile')
  await rename('former', 'postgres')
  await restart()
})
afterAll(async () => {
  await askPlatform(world, 'DELETE', `/projects/${project.ref}`)
  await askPlatform(world, 'DELETE', `/organizations/${project.organization_slug}`)
})

/** A session of the owner in one of the project's databases. */
async function inDatabase<T>(database: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(project.connection_string)
  url.pathname = `/${database}`
  const owner = new pg.Client({ connectionString: url.href })
  owner.on('error', () => {})
  await owner.connect()
  return work(owner).finally(() => owner.end())
}

/** Ends the sessions that the owner is allowed to end, until the database can be renamed. */
const rename = (from: string, to: string): Promise<void> =>
  inDatabase('template1', async (owner) => {
    const { rows } = await owner.query<{ datname: string }>('select datname from pg_database')
    const names = rows.map(({ datname }) => datname)
    if (!names.includes(from) || names.includes(to)) return
    await expect
      .poll(async () => {
        await owner.query(
          `select pg_terminate_backend(s.pid) from pg_stat_activity as s
         join pg_roles as r on r.rolname = s.usename
         where s.datname = $1 and not r.rolsuper`,
          [from],
        )
        return owner.query(`alter database ${from} rename to ${to}`).then(
          () => 'renamed',
          (error: Error) => error.message,
        )
      })
      .toBe('renamed')
  })

/**
 * Under the name of each of the services' relations and functions, creates one that makes the owner
 * a superuser where it can, and records who used it.
 */
async function setTraps(hostile: pg.Client): Promise<void> {
  const schemas = [
    'auth',
    'cron',
    'extensions',
    'graphql',
    'net',
    'pgmq',
    'realtime',
    'stoa',
    'storage',
    'supabase_functions',
    'supabase_migrations',
    'vault',
  ]
  const definitions = await inDatabase('postgres', async (original) => {
    const { rows: relations } = await original.query<{ definition: string }>(
      `select format('create view %s as select %s', c.oid::regclass, string_agg(
       format('case when trap.spring(%L) then null end::%s as %I', c.oid::regclass,
         case when t.typnamespace = 'pg_catalog'::regnamespace
           then format_type(a.atttypid, a.atttypmod) else 'text' end, a.attname),
       ', ' order by a.attnum)) as definition
     from pg_class as c
     join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type as t on t.oid = a.atttypid
     where c.relnamespace::regnamespace::text = any ($1) and c.relkind in ('r', 'p', 'v')
     group by c.oid`,
      [schemas],
    )
    const { rows: functions } = await original.query<{ definition: string }>(
      `select format('create function %I.%I(%s) returns %s language plpgsql as %L',
       p.pronamespace::regnamespace::text, p.proname, pg_get_function_arguments(p.oid),
       pg_get_function_result(p.oid),
       format('begin perform trap.spring(%L); return null; end', p.oid::regprocedure)) as definition
     from pg_proc as p
     where p.pronamespace::regnamespace::text = any ($1) and p.prokind = 'f'
       and pg_get_function_result(p.oid) not like 'TABLE%'
       and pg_get_function_result(p.oid) not like 'SETOF%'`,
      [schemas],
    )
    return [...relations, ...functions]
  })
  await hostile.query(`
    create schema trap;
    grant usage on schema trap to public;
    create table trap.seen (what text, login text);
    grant insert on trap.seen to public;
    create function trap.spring(what text) returns boolean language plpgsql as $$
    begin
      insert into trap.seen values (what, session_user);
      if (select rolsuper from pg_roles where rolname = current_user) then
        execute 'alter role postgres superuser';
      end if;
      return true;
    end $$`)
  for (const schema of schemas)
    await hostile.query(`create schema ${schema}; grant all on schema ${schema} to public`)
  // A type or a default of the services is missing for some of them.
  for (const { definition } of definitions) await hostile.query(definition).catch(() => {})
  for (const schema of schemas)
    await hostile.query(`grant all on all tables in schema ${schema} to public`)
  const { rows } = await hostile.query<{ count: number }>(`
    select count(*)::int from pg_class as c
    where c.oid in ('stoa.foreign_servers'::regclass, 'stoa.file_sources'::regclass,
      'stoa.migrations'::regclass, 'vault.decrypted_secrets'::regclass, 'cron.job'::regclass,
      'auth.users'::regclass, 'storage.buckets'::regclass)`)
  expect(rows).toEqual([{ count: 7 }])
}

async function seen() {
  const found = await inDatabase('postgres', async (hostile) => {
    const { rows: visits } = await hostile.query('select distinct what, login from trap.seen')
    const { rows: superusers } = await hostile.query(
      `select rolname from pg_roles where rolname = 'postgres' and rolsuper`,
    )
    return { superusers, visits }
  })
  return found
}

const status = async () =>
  (await askPlatform<{ status: string }>(world, 'GET', `/projects/${project.ref}`)).status

async function restart(): Promise<void> {
  await askPlatform(world, 'POST', `/projects/${project.ref}/restart`)
  await expect.poll(status).toBe('ACTIVE_HEALTHY')
}

const publicDoor = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(project.api_url + path, {
    ...init,
    headers: {
      apikey: project.service_role_key,
      authorization: `Bearer ${project.service_role_key}`,
      'content-type': 'application/json',
    },
  })
  await response.arrayBuffer()
  return response.status
}
const rest = () => publicDoor('/rest/v1/')

/** The server's responses from the operations that read the most sensitive tables. */
const REFUSED = {
  'GET wrappers/servers': 'database_replaced',
  'GET wrappers/files': 'database_replaced',
  'GET vault/secrets': 'database_replaced',
  'POST vault/secrets': 'database_replaced',
  'GET cron/jobs': 'database_replaced',
  'GET queues/queues': 'database_replaced',
  'POST meta/query': 'database_replaced',
}

/** Calls every door of the project: the statuses of the public ones, and the members' codes. */
async function knock() {
  const { ref } = project
  const codes: Record<string, string | undefined> = {}
  const member = async (method: string, path: string, body?: object) => {
    const response = await fetch(world.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const name = path.replace('/platform/', '').replace(`/${ref}`, '')
    codes[`${method} ${name}`] = /"code":"(\w+)"/.exec(await response.text())?.[1]
  }
  await Promise.all(reads.map((path) => member('GET', path)))
  const secret = { name: 'a', description: '', value: 'b' }
  await member('POST', `/platform/vault/${ref}/secrets`, secret)
  const query = { run_id: randomUUID(), sql: 'select 1' }
  await member('POST', `/platform/meta/${ref}/query`, query)
  const doors = await Promise.all([
    rest(),
    publicDoor('/rest/v1/things'),
    publicDoor('/graphql/v1', { method: 'POST', body: '{"query":"{ __typename }"}' }),
    publicDoor('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: 'a@b.example', password: 'gusty-Walrus-40-orbits' }),
    }),
    publicDoor('/auth/v1/admin/users'),
    publicDoor('/storage/v1/bucket'),
  ])
  return { doors, codes }
}

const unhealthy = async () => {
  const services = await askPlatform<ServiceHealth[]>(
    world,
    'GET',
    `/projects/${project.ref}/services`,
  )
  return services.flatMap(({ error }) => error?.message ?? [])
}

describe('a database that its owner replaced', () => {
  it('gets no session of the server while it runs, whatever is requested', async () => {
    // Opens connections of every pool.
    await knock()
    await rename('postgres', 'former')
    await rename('hostile', 'postgres')
    const { doors, codes } = await knock()
    expect(await seen()).toEqual({ superusers: [], visits: [] })
    expect(new Set(doors)).toEqual(new Set([503]))
    expect(codes).toMatchObject(REFUSED)
    expect(await unhealthy()).toContainEqual(
      expect.stringContaining('was replaced by another one of the same name'),
    )
  })

  it('gets none at the next start', async () => {
    await rename('postgres', 'former')
    await rename('hostile', 'postgres')
    await restart()
    const { doors } = await knock()
    expect(await seen()).toEqual({ superusers: [], visits: [] })
    expect(new Set(doors)).toEqual(new Set([503]))
  })
})

it('is reported as renamed, and served again when it gets its name back', async () => {
  await rename('postgres', 'former')
  const { doors } = await knock()
  expect(new Set(doors)).toEqual(new Set([503]))
  expect(await unhealthy()).toContainEqual(expect.stringContaining('was renamed or dropped'))
  await rename('former', 'postgres')
  await expect.poll(rest).toBe(200)
  await expect.poll(unhealthy).toEqual([])
})

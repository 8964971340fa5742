import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql } from '../../postgres/sql.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const OWN_EXTENSION = `
  create extension hstore schema extensions; alter extension hstore update; drop extension hstore;
  create extension if not exists pgcrypto with schema extensions`
const EVENT_TRIGGER = `
  create function mine() returns event_trigger language plpgsql as 'begin end';
  create event trigger mine on ddl_command_end execute function mine()`

describe('the project owner (role postgres)', () => {
  it.each([
    ['creates tables that the API roles can use', 'create table t (id int); select * from t'],
    ['creates schemas', 'create schema shop; drop schema shop'],
    ['creates and grants roles', 'create role clerk; grant authenticated to clerk'],
    ['installs trusted extensions', 'create extension citext schema extensions'],
    ['updates and drops those', OWN_EXTENSION],
    ['references auth.users', 'create table p (id uuid references auth.users (id))'],
    ['switches to the API roles', 'set role anon; reset role'],
    ['reads server activity', 'select * from pg_stat_activity'],
    ['bypasses row level security', "select count(*) from auth.users where email = 'x'"],
    // pg_dump needs pg_read_all_data, which includes the password verifiers. The services'
    // passwords have 256 random bits, and a verifier cannot be used to sign in.
    ['reads every table, for pg_dump', 'select * from stoa.migrations; select * from pg_authid'],
  ])('%s', async (_what, text) => {
    await expect(test.run(text)).resolves.toBeUndefined()
  })

  it.each([
    ['cannot become a superuser', 'alter role postgres superuser'],
    ['cannot read files on the server', "select pg_read_file('/etc/passwd')"],
    ['cannot run programs on the server', "copy (select 1) to program 'true'"],
    ['cannot create anything in the schema of extensions', 'create table extensions.t ()'],
    ['cannot drop what is in it', 'drop function extensions.pgrst_refuse(json, json)'],
    ['cannot create event triggers', EVENT_TRIGGER],
    ['cannot load libraries', "load '$libdir/pg_prewarm'"],
    ['cannot switch to a service administrator', 'set role supabase_auth_admin'],
    ['cannot switch to a superuser role', 'set role supabase_admin'],
    ['cannot change a service’s password', "alter role supabase_admin password 'x'"],
    ['cannot drop a service’s tables', 'drop table auth.users'],
    // A slot's output plugin is a library, and its name can be the path of any file.
    [
      'cannot load a library as the plugin of a replication slot',
      "select pg_create_logical_replication_slot('slot', '/tmp/no-such-library')",
    ],
    ['cannot make a role that replicates', 'create role standby replication'],
    ['cannot change server settings', "alter system set log_directory = '/tmp'"],
  ])('%s', async (_what, text) => {
    await expect(test.run(text)).rejects.toMatchObject({
      code: expect.stringMatching(/^42|^0A|^28/),
    })
  })
})

it('allows the API’s login role only to switch to the caller’s role', async () => {
  await test.run('create table secret (id int); revoke all on secret from authenticator')
  const client = await test.database.connect('authenticator', 'test')
  try {
    await expect(client.query('select * from public.secret')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(client.query('set role postgres')).rejects.toMatchObject({ code: '42501' })
    await client.query('set role service_role')
    const { rowCount } = await client.query('select * from public.secret')
    expect(rowCount).toBe(0)
  } finally {
    await client.end()
  }
})

// Whatever a release adds to the database with a superuser's rights is not under the owner's
// control.
it.each([
  [
    'schemas, besides public, in which the owner may create',
    `select nspname::text as name from pg_namespace
     where has_schema_privilege('postgres', oid, 'create') and nspname <> 'public'`,
  ],
  [
    'relations of the superuser outside of the catalog and schema stoa',
    `select c.oid::regclass::text as name from pg_class as c
     where c.relowner = 'supabase_admin'::regrole and c.relnamespace not in
       ('pg_catalog'::regnamespace, 'information_schema'::regnamespace,
        'pg_toast'::regnamespace, 'stoa'::regnamespace)`,
  ],
  [
    'relations in schema stoa that no role of a service owns, besides the records of migrations',
    `select c.oid::regclass::text as name from pg_class as c
     join pg_roles as r on r.oid = c.relowner
     where c.relnamespace = 'stoa'::regnamespace and c.relkind <> 'i'
       and c.relname <> 'migrations' and (r.rolsuper or r.rolname !~ '^supabase_.*_admin$')`,
  ],
  [
    'relations on which the owner may have triggers, foreign keys or rows',
    `select c.oid::regclass::text as name from pg_class as c
     where c.relnamespace = 'stoa'::regnamespace and c.relkind = 'r'
       and has_table_privilege('postgres', c.oid, 'trigger, references, insert, update')`,
  ],
  [
    'functions of the superuser that do not fix their search path, or lend their rights',
    `select p.oid::regprocedure::text as name from pg_proc as p
     where p.proowner = 'supabase_admin'::regrole
       and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
       -- It can only make the caller's own transaction ignore event triggers.
       and p.proname <> 'stoa_ignore_event_triggers'
       and (p.prosecdef or not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp'])`,
  ],
  [
    'event triggers with a function of somebody else',
    `select t.evtname::text as name from pg_event_trigger as t join pg_proc as p on p.oid = t.evtfoid
     where p.proowner <> 'supabase_admin'::regrole or t.evtowner <> 'supabase_admin'::regrole`,
  ],
])('has no %s', async (_what, text) => {
  const Named = z.object({ name: z.string() })
  expect(await test.database.as('supabase_admin').many(rawSql(text), Named)).toEqual([])
})

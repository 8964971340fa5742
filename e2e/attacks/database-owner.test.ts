import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closedRoles } from '../../server/src/fleet/machine/passwords.ts'
import { testServices } from '../../server/test/services.ts'
import { openControlPlane, socketFolderOf } from '../support/control-plane.ts'

const world = inject('attackWorld')
const [victim, other] = world.organizations
const [front, back] = victim.projects
const foreign = other.projects[0]

const INSUFFICIENT_PRIVILEGE = '42501'
const WRONG_PASSWORD = '28P01'
const INVALID_AUTHORIZATION = '28000'

let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: front.connectionString })
  await owner.connect()
})
afterAll(() => owner.end())

/** The SQLSTATE of a refusal; `none` if the SQL was accepted. Its changes are rolled back. */
async function refusalOf(text: string): Promise<string | undefined> {
  await owner.query('begin')
  try {
    await owner.query(text)
    return 'none'
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await owner.query('rollback')
  }
}

describe('the owner of a database', () => {
  it.each([
    ['runs no program', "copy (select 1) to program 'id'"],
    ['reads no program', "create table t (t text); copy t from program 'id'"],
    ['writes no file', "copy (select 1) to '/tmp/attack'"],
    ['reads no file', "create table t (t text); copy t from '/etc/passwd'"],
    ['reads no file by a function', "select pg_read_file('/etc/passwd')"],
    ['reads no binary file', "select pg_read_binary_file('global/pg_control')"],
    ['lists no folder', "select pg_ls_dir('/')"],
    ['learns nothing of a file', "select pg_stat_file('/etc/passwd')"],
    ['imports no file as a large object', "select lo_import('/etc/passwd')"],
    ['exports no large object', "select lo_export(lo_creat(-1), '/tmp/attack')"],
    ['makes no tablespace', "create tablespace t location '/tmp'", '25001'],
    ['reaches no other server by dblink', 'create extension dblink'],
    ['reaches no other server by postgres_fdw', 'create extension postgres_fdw'],
    ['reads no file by file_fdw', 'create extension file_fdw'],
    ['makes no foreign data wrapper', 'create foreign data wrapper w'],
    [
      'subscribes to no other server',
      "create subscription s connection 'x' publication p",
      '25001',
    ],
    ['installs no untrusted Python', 'create extension plpython3u'],
    ['installs no untrusted Perl', 'create extension plperlu'],
    ['installs no untrusted Tcl', 'create extension pltclu'],
    ['installs no trusted Perl either', 'create extension plperl'],
    ['installs no trusted Tcl either', 'create extension pltcl'],
    ['installs no Perl with what depends on it', 'create extension bool_plperl cascade'],
    ['reads no raw pages', 'create extension pageinspect'],
    ['makes no function in C', "create function f() returns int language c as 'libc', 'system'"],
    [
      'makes no alias of an internal function',
      "create function f(text) returns text language internal as 'pg_read_file_all'",
    ],
    ['loads no library', "load 'auth_delay'"],
    ['loads no library by its path', "load '/tmp/attack.so'"],
    ['loads no library into new sessions', "set session_preload_libraries = 'auth_delay'"],
    [
      'loads no library into new sessions of the database',
      "alter database postgres set session_preload_libraries = 'auth_delay'",
    ],
    [
      'looks for libraries nowhere else',
      "alter database postgres set dynamic_library_path = '/tmp'",
    ],
    [
      'loads no library by a replication slot',
      "select pg_create_logical_replication_slot('s', '/tmp/attack')",
    ],
    ['makes no replication slot', "select pg_create_physical_replication_slot('s')"],
    ['makes no role that replicates', 'create role r replication'],
    ['makes no superuser', 'create role r superuser'],
    ['is no superuser', 'alter role postgres superuser'],
    ['becomes no superuser', 'set role supabase_admin'],
    ['becomes no superuser by another name', 'set session authorization supabase_admin'],
    ['joins no superuser', 'grant supabase_admin to postgres'],
    ['joins no service', 'grant supabase_auth_admin to postgres'],
    ['becomes no service', 'set role supabase_auth_admin'],
    ['sets no password of a superuser', "alter role supabase_admin password 'x'"],
    ['sets no password of a service', "alter role supabase_auth_admin password 'x'"],
    ['sets no setting of a superuser', "alter role supabase_admin set search_path = 'public'"],
    ['sets no setting of all roles', "alter role all set search_path = 'public'"],
    ['changes no setting of the server', "alter system set log_statement = 'all'", '25001'],
    ['hides nothing from the log', "set log_statement = 'none'"],
    ['grants no reading of files', 'grant pg_read_server_files to postgres'],
    ['grants no writing of files', 'grant pg_write_server_files to postgres'],
    ['grants no running of programs', 'grant pg_execute_server_program to postgres'],
    ['grants no subscriptions', 'grant pg_create_subscription to postgres'],
    ['makes no role that writes files', 'create role r in role pg_write_server_files'],
    [
      'makes no event trigger',
      `create function f() returns event_trigger language plpgsql as 'begin end';
       create event trigger e on ddl_command_start execute function f()`,
    ],
    ['publishes nothing of the services', 'create publication p for all tables'],
    ['reads no rules of access', 'select * from pg_hba_file_rules'],
    ['reads no files of settings', 'select * from pg_file_settings'],
    ['reloads no settings', 'select pg_reload_conf()'],
    ['starts no backup', "select pg_backup_start('b')"],
    [
      'ends no session of a superuser',
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_admin'
       union all select pg_terminate_backend(pid) from pg_stat_activity, pg_reload_conf()`,
    ],
    ['writes no catalog', "update pg_authid set rolsuper = true where rolname = 'postgres'"],
    ['opens no catalog to writing', 'set allow_system_table_mods = on'],
    ['makes nothing in the catalog', 'create function pg_catalog.now(int) returns int return 1'],
    ['owns no schema of a service', 'alter schema auth owner to postgres'],
    ['owns no table of a service', 'alter table auth.users owner to postgres'],
    ['makes nothing in the schema of a service', 'create table auth.t ()'],
    ['makes nothing in the schema of the platform', 'create table stoa.t ()'],
    ['takes nothing over', 'reassign owned by supabase_auth_admin to postgres'],
    ['changes no template of databases', 'alter database template1 set search_path = evil'],
    ['makes no access method', 'create access method m type table handler heap_tableam_handler'],
    ['makes no cast of built-in types', 'create cast (text as int) without function'],
    ['makes no search template', 'create text search template t (lexize = dsimple_lexize)'],
  ])('%s', async (_, text, code = INSUFFICIENT_PRIVILEGE) => {
    expect(await refusalOf(text)).toBe(code)
  })

  /** Commands that refuse to run in a transaction before they check rights. */
  it.each([
    ['makes no tablespace', "create tablespace t location '/tmp'"],
    ['subscribes to no other server', "create subscription s connection 'host=/tmp' publication p"],
    ['changes no setting of the server', "alter system set log_statement = 'all'"],
    ['drops no template of databases', 'drop database template1'],
  ])('%s outside of a transaction either', async (_, text) => {
    await expect(owner.query(text)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })

  it('finds no path out of the folders that Postgres reads by name', async () => {
    const up = '../../../../../../../../etc/passwd'
    expect(
      await refusalOf(`create text search dictionary d (template = ispell, dictfile = '${up}')`),
    ).toBe('22023')
    expect(await refusalOf(`set timezone = '${up}'`)).toBe('22023')
    expect(await refusalOf(`create collation c (provider = libc, locale = '${up}')`)).toBe('22023')
    expect(await refusalOf(`create extension "${up}"`)).toBe('22023')
  })

  it('finds no entity of a file in XML', async () => {
    const { rows } = await owner.query<{ text: string }>(
      `select xpath('/a/text()', xmlparse(document
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'))::text as text`,
    )
    expect(rows[0]?.text).not.toContain('root')
  })

  it('cannot call functions that run with the rights of a higher role', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select p.oid::regprocedure::text as name, p.proconfig as settings,
         has_function_privilege(p.oid, 'execute') as can_call
       from pg_proc p join pg_roles r on r.oid = p.proowner
       where p.prosecdef and r.rolname <> 'postgres' order by 1`,
    )
    const settings = ['search_path=pg_catalog, pg_temp']
    expect(rows).toEqual([
      // Jobs are kept by a role that owns nothing else, and run as the owner.
      {
        name: 'cron.alter_job(bigint,text,text,text,text,boolean)',
        settings,
        can_call: true,
      },
      {
        name: 'cron.schedule_in_database(text,text,text,text,text,boolean)',
        settings,
        can_call: true,
      },
      { name: 'cron.stoa_set_overlap(bigint,text)', settings, can_call: true },
      { name: 'cron.unschedule(bigint)', settings, can_call: true },
      { name: 'cron.unschedule(text)', settings, can_call: true },
      // Requests are queued with the rights of a role that owns nothing but their tables.
      { name: 'net._http_collect_response(bigint,boolean)', settings, can_call: true },
      { name: 'net.http_delete(text,jsonb,jsonb,integer,jsonb)', settings, can_call: true },
      { name: 'net.http_get(text,jsonb,jsonb,integer)', settings, can_call: true },
      { name: 'net.http_post(text,jsonb,jsonb,jsonb,integer)', settings, can_call: true },
      // A trigger that reads how often listeners of a queue are notified, which senders may not.
      { name: 'pgmq.notify_queue_listeners()', settings, can_call: true },
      // Creates the tables of a queue, in a schema whose other contents nobody can change.
      { name: 'pgmq.stoa_create(text,boolean)', settings, can_call: true },
      // Backfills are kept with the rights of a role that owns only these records.
      {
        name: 'stoa_backfill_add(uuid,text,oid,jsonb,text,double precision,text,jsonb)',
        settings,
        can_call: true,
      },
      { name: 'stoa_backfill_lock(uuid,text)', settings, can_call: true },
      {
        name: 'stoa_backfill_save(uuid,text,text,text,jsonb,bigint,text)',
        settings,
        can_call: true,
      },
      { name: 'stoa_backfills(text,oid,text,integer)', settings, can_call: true },
      // Can only make the caller's own transaction, or session, ignore event triggers.
      { name: 'stoa_ignore_event_triggers(boolean)', settings, can_call: true },
      // Records that changes were saved with the rights of a role that owns only these records.
      { name: 'stoa_save_once(uuid)', settings, can_call: true },
      // A trigger that adds events to the outbox, which nobody else may read.
      { name: 'storage.note_object_event()', settings, can_call: false },
      { name: 'supabase_functions.stoa_add_event(uuid,text,text)', settings, can_call: true },
      // Secrets are encrypted with the rights of a role that owns nothing but them.
      { name: 'vault.create_secret(text,text,text,uuid)', settings, can_call: true },
      { name: 'vault.stoa_current_key()', settings, can_call: false },
      { name: 'vault.stoa_decrypt(text,uuid,uuid)', settings, can_call: true },
      { name: 'vault.stoa_encrypt(text,uuid,uuid)', settings, can_call: false },
      { name: 'vault.stoa_key(uuid,uuid)', settings, can_call: false },
      { name: 'vault.stoa_keys()', settings, can_call: false },
      { name: 'vault.stoa_open(text,uuid,uuid)', settings, can_call: false },
      { name: 'vault.stoa_rotate(uuid)', settings, can_call: false },
      { name: 'vault.update_secret(uuid,text,text,text,uuid)', settings, can_call: true },
    ])
  })

  it('can install only PL/pgSQL of the trusted languages', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select name from pg_available_extensions e
       join pg_available_extension_versions v using (name)
       where v.trusted and name ~ '^pl' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['plpgsql'])
  })

  it('reads no secret in what the server itself runs', async () => {
    const { rows } = await owner.query<{ query: string }>(
      `select query from pg_stat_activity where usename is distinct from 'postgres'`,
    )
    const text = JSON.stringify(rows)
    for (const secret of ['SCRAM-SHA-256', front.databasePassword, front.jwtSecret])
      expect(text).not.toContain(secret)
  })

  it('leaves nothing on the machine', async () => {
    expect((await readdir('/tmp')).filter((name) => /^attack(?:\.so)?$/.test(name))).toEqual([])
  })
})

describe('the Postgres front door', () => {
  /** The SQLSTATE with which a connection is refused; `none` if it is accepted. */
  async function doorOf(config: pg.ClientConfig): Promise<string | undefined> {
    const client = new pg.Client({
      host: 'localhost',
      port: world.postgresPort,
      database: 'postgres',
      password: front.databasePassword,
      ...config,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return 'none'
    } catch (error) {
      return (error as pg.DatabaseError).code
    } finally {
      await client.end().catch(() => {})
    }
  }

  it('opens to the owner with the password', async () => {
    expect(await doorOf({ user: `postgres.${front.ref}` })).toBe('none')
  })

  it.each([
    ['with a wrong password', { password: 'postgres' }],
    ['with the service key', { password: front.serviceRoleKey }],
    ['with the secret key', { password: front.secretKey }],
    ['with the JWT secret', { password: front.jwtSecret }],
    ["with an owner's session", { password: victim.people.owner.token }],
  ])('stays closed %s', async (_, config) => {
    expect(await doorOf({ user: `postgres.${front.ref}`, ...config })).toBe(WRONG_PASSWORD)
  })

  it('never takes the password of one project for another', async () => {
    await owner.query(`create role clerk login password 'clerk-of-front'`)
    const clerk = { password: 'clerk-of-front' }
    expect(await doorOf({ user: `clerk.${front.ref}`, ...clerk })).toBe('none')
    for (const { ref } of [back, foreign]) {
      expect(await doorOf({ user: `clerk.${ref}`, ...clerk })).toBe(WRONG_PASSWORD)
      expect(await doorOf({ user: `postgres.${ref}` })).toBe(WRONG_PASSWORD)
      expect(await doorOf({ user: 'clerk', options: `reference=${ref}`, ...clerk })).toBe(
        WRONG_PASSWORD,
      )
      // The user names the project, whatever else the message says.
      expect(
        await doorOf({ user: `clerk.${front.ref}`, options: `reference=${ref}`, ...clerk }),
      ).toBe('none')
    }
    await owner.query('drop role clerk')
  })

  it.each([...closedRoles(testServices())])(
    'refuses the role %s before it asks for a password',
    async (role) => {
      for (const config of [
        { user: `${role}.${front.ref}` },
        { user: role, options: `reference=${front.ref}` },
        { user: role, options: `-c reference=${front.ref}` },
      ])
        expect(await doorOf(config)).toBe(INVALID_AUTHORIZATION)
    },
  )

  it('does not take other spellings of a role for the role', async () => {
    for (const role of ['SUPABASE_ADMIN', ' supabase_admin', '"supabase_admin"', 'supabase_admin '])
      expect(await doorOf({ user: `${role}.${front.ref}` })).toBe(WRONG_PASSWORD)
  })

  it.each([
    ['a role', '-c role=supabase_admin', '42501'],
    ['a session authorization', '-c session_authorization=supabase_admin', '42501'],
    ['a library', '-c session_preload_libraries=auth_delay', '42501'],
    ['a log setting', '-c log_statement=none', '42501'],
    ['changes of the catalog', '-c allow_system_table_mods=on', '42501'],
  ])('refuses %s in the options of a connection', async (_, options, code) => {
    expect(await doorOf({ user: `postgres.${front.ref}`, options })).toBe(code)
  })

  it.each(['true', 'database'])('opens no replication (%s)', async (replication) => {
    const config = { user: `postgres.${front.ref}`, replication }
    expect(await doorOf(config as pg.ClientConfig)).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it.each(['control', 'template', 'platform', '..', 'postgres'])(
    'leads to no cluster that is no project: %s',
    async (ref) => {
      expect(await doorOf({ user: `postgres.${ref}` })).toBe('08004')
      expect(await doorOf({ user: 'postgres', options: `reference=${ref}` })).toBe('08004')
    },
  )
})

describe('the sockets of the clusters', () => {
  it.each([
    ['the control plane', 'control'],
    ["another organization's project", path.join('projects', foreign.ref)],
    ['a neighbor', path.join('projects', back.ref)],
  ])('trust no process for being on the same machine: %s', async (_, cluster) => {
    const host = await socketFolderOf(world.dataDir, cluster)
    for (const user of ['supabase_admin', 'postgres', 'authenticator', 'supabase_auth_admin'])
      for (const password of [undefined, '', 'postgres', user, front.jwtSecret]) {
        const client = new pg.Client({ host, port: 5432, database: 'postgres', user, password })
        client.on('error', () => {})
        // The driver itself refuses to answer without a password, after the server has asked for one.
        await expect(client.connect()).rejects.toThrow(/password/)
        await client.end().catch(() => {})
      }
  })

  it('listen on no port', async () => {
    const control = await openControlPlane(world.dataDir)
    const { rows } = await control.query<{ addresses: string }>(
      `select current_setting('listen_addresses') as addresses`,
    )
    await control.end()
    expect(rows).toEqual([{ addresses: '' }])
    const { rows: own } = await owner.query<{ addresses: string }>(
      `select current_setting('listen_addresses') as addresses`,
    )
    expect(own).toEqual([{ addresses: '' }])
  })
})

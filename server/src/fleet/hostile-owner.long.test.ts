import { readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, reuseTemplate, type TestFleet } from '../../test/fleet.ts'
import { bootstrapMigrations } from './copies/template.ts'
import { connectClient } from '../postgres/connections/connect.ts'
import type { MigrationOptions } from '../postgres/migrations.ts'
import { sql, type Sql } from '../postgres/sql.ts'

/** Traps that the owner of a project's database can set for the server's own sessions in it. */
const PASSWORD = 'gusty-Walrus-40-orbits-plinth'

const WHO_MIGRATES =
  'create table public.made as select rolsuper from pg_roles where rolname = current_user'

let control: TestControlPlane
let templates: string
let folder: string
let fleet: TestFleet
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane()
  templates = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(templates, 0o755)
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  fleet = await createTestFleet(control)
  ref = await fleet.createProject(PASSWORD)
})
afterEach(async () => {
  await fleet.stop()
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await control.stop()
  await rm(templates, { recursive: true, force: true })
})

/** Signs in as the owner over the socket, as the Postgres front door does. */
async function asOwner(work: (owner: Client) => Promise<unknown>, database = 'postgres') {
  const { socketDir, port, release } = await fleet.fleet.acquireSocket(ref)
  try {
    const owner = await connectClient(
      { host: socketDir, port, database, isUnproven: true },
      {
        user: 'postgres',
        password: PASSWORD,
        applicationName: 'test',
        pipeline: false,
        hasOwnersSettings: true,
      },
    )
    await work(owner).finally(() => owner.end())
  } finally {
    release()
  }
}

/** Ends the sessions in the project's database, as after an idle time. */
async function endSessions(): Promise<void> {
  const lease = await fleet.fleet.acquire(ref)
  try {
    await lease.project.database
      .as('supabase_admin')
      .run(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`)
  } catch {
    // The caller's own session is one of them.
  } finally {
    lease.release()
  }
}

/** Restarts the server as a release with one more migration. */
async function upgrade(
  migration: string,
  role?: Pick<MigrationOptions, 'role'>,
  startDeadlineMs?: number,
): Promise<void> {
  await fleet.stop()
  await writeFile(path.join(folder, '0001-new.sql'), migration)
  const migrations = { owner: 'newer', folder: new URL(`file://${folder}/`), ...role }
  const services = [{ name: 'newer', title: 'Newer', database: { migrations } }]
  await reuseTemplate(control, { services, folder: templates })
  fleet = await createTestFleet(control, {
    services,
    folders: { ...control.folders, templates },
    ...(startDeadlineMs !== undefined && { startDeadlineMs }),
  })
}

async function isOwnerSuperuser(): Promise<boolean> {
  let found = true
  await asOwner(async (owner) => {
    const { rows } = await owner.query(
      `select rolsuper from pg_catalog.pg_roles where rolname = 'postgres'`,
    )
    found = z.object({ rolsuper: z.boolean() }).parse(rows[0]).rolsuper
  })
  return found
}

/** Marks the bootstrap as run, so that the migrations after it run. */
const BOOTSTRAP = readdirSync(bootstrapMigrations.folder).map((file) => `('bootstrap', '${file}')`)

describe('a database that its owner replaced by another of the same name', () => {
  it.each([
    [
      'a trigger on the records of migrations',
      `create table stoa.migrations (owner text, name text, applied_at timestamptz);
       insert into stoa.migrations values ${BOOTSTRAP.join()};
       create function stoa.escalate() returns trigger language plpgsql as $$
         begin execute 'alter role postgres superuser'; return new; end $$;
       create trigger escalate before insert on stoa.migrations
         for each row execute function stoa.escalate()`,
    ],
    [
      'a view in place of the records of migrations',
      `create function stoa.escalate(name text) returns text language plpgsql as $$
         begin execute 'alter role postgres superuser'; return name; end $$;
       create view stoa.migrations as
         select owner, stoa.escalate(name) as name from (values ${BOOTSTRAP.join()}) as r (owner, name)`,
    ],
  ])('runs nothing of %s as a superuser', async (_what, hostile) => {
    await asOwner(async (owner) => {
      await vi.waitFor(
        async () => {
          await endSessions()
          await owner.query('alter database postgres rename to former')
        },
        { timeout: 5000 },
      )
      await owner.query('create database postgres template template0')
    }, 'template1')
    await asOwner((owner) => owner.query(`create schema stoa; ${hostile}`))
    await upgrade(WHO_MIGRATES)
    const lease = await fleet.fleet.acquire(ref)
    expect(await isOwnerSuperuser()).toBe(false)
    expect(lease.faultOf('newer')).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('was replaced by another one of the same name'),
    })
    lease.release()
    await asOwner(async (owner) => {
      await owner.query('drop database postgres with (force)')
      await owner.query('alter database former rename to postgres')
    }, 'template1')
    await fleet.fleet.restart(ref)
    await fleet.settle(ref)
    const again = await fleet.fleet.acquire(ref)
    expect(again.faultOf('newer')).toBeUndefined()
    again.release()
  })
})

it('migrates and sets the password as the superuser, whatever the owner set for the database', async () => {
  await asOwner((owner) =>
    owner.query(`
      alter database postgres set search_path = public, pg_catalog;
      alter database postgres set role = 'postgres';
      alter database postgres set local_preload_libraries = 'missing';
      alter database postgres set session_replication_role = replica;
      alter database postgres set standard_conforming_strings = off`),
  )
  await upgrade(WHO_MIGRATES)
  await fleet.fleet.setDatabasePassword(ref, "pä\\'; alter role postgres superuser; --")
  const lease = await fleet.fleet.acquire(ref)
  const admin = lease.project.database.as('supabase_admin')
  const Row = z.object({ rolsuper: z.boolean() })
  expect(await admin.one(sql`select rolsuper from public.made`, Row)).toEqual({ rolsuper: true })
  expect(
    await admin.one(sql`select rolsuper from pg_roles where rolname = 'postgres'`, Row),
  ).toEqual({ rolsuper: false })
  lease.release()
})

it('migrates a service’s tables without a way for code attached to them to become the superuser', async () => {
  const asService = async (statement: Sql) => {
    const lease = await fleet.fleet.acquire(ref)
    await lease.project.database.as('supabase_auth_admin').run(statement)
    lease.release()
  }
  await asService(sql`create table auth.people (id int)`)
  await asService(sql`create table auth.entries (id int)`)
  // A trigger runs with the rights of the service, and may leave code behind on its tables.
  await asOwner((owner) =>
    owner.query(`
      create function public.escalate() returns boolean language plpgsql as $$
        begin
          execute 'set role supabase_admin';
          execute 'alter role postgres superuser';
          return true;
        exception when insufficient_privilege then return true;
        end $$;
      create function public.attach() returns trigger language plpgsql as $$
        begin
          execute 'alter table auth.entries add check (public.escalate())';
          return new;
        end $$;
      create trigger attach after insert on auth.people
        for each row execute function public.attach()`),
  )
  await asService(sql`insert into auth.people values (1)`)
  await upgrade(
    `set local role supabase_auth_admin;
     insert into auth.entries values (1);
     create table auth.made (id int);
     reset role`,
    { role: 'supabase_auth_admin' },
  )
  const again = await fleet.fleet.acquire(ref)
  expect(again.faultOf('newer')).toBeUndefined()
  again.release()
  expect(await isOwnerSuperuser()).toBe(false)
})

/** A function as an earlier release created it. */
async function createLentFunction(): Promise<void> {
  const lease = await fleet.fleet.acquire(ref)
  await lease.project.database.as('supabase_auth_admin').run(sql`
    create function auth.lent() returns pg_catalog.text
    language sql security definer set search_path = '' as 'select current_user::text'`)
  lease.release()
}

async function expectGuarded(owner: Client): Promise<void> {
  const { rows } = await owner.query(`select proconfig from pg_proc where proname = 'lent'`)
  expect(rows).toEqual([{ proconfig: ['search_path=pg_catalog, pg_temp'] }])
}

it('guards the functions of an earlier release at the next start, even if a service cannot be updated', async () => {
  await createLentFunction()
  await upgrade('select 1 / 0')
  const lease = await fleet.fleet.acquire(ref)
  expect(lease.faultOf('newer')).toMatchObject({ code: 'service_unavailable' })
  lease.release()
  await asOwner(expectGuarded)
})

it('guards the functions of a database that its owner put aside', async () => {
  await createLentFunction()
  await asOwner(
    (owner) =>
      vi.waitFor(
        async () => {
          await endSessions()
          await owner.query('alter database postgres rename to former')
        },
        { timeout: 20_000 },
      ),
    'template1',
  )
  await upgrade('select 1')
  const lease = await fleet.fleet.acquire(ref)
  expect(lease.faultOf('newer')).toMatchObject({ code: 'service_unavailable' })
  lease.release()
  await asOwner(expectGuarded, 'former')
})

it('guards the functions in copies of the database, which the owner can close and open again', async () => {
  await createLentFunction()
  await asOwner(async (owner) => {
    for (const name of ['copy', '"Closed"'])
      await vi.waitFor(
        async () => {
          await endSessions()
          await owner.query(`create database ${name} template postgres`)
        },
        { timeout: 20_000 },
      )
    await owner.query(`
      alter database copy set statement_timeout = '1ms';
      alter database "Closed" allow_connections false`)
  }, 'template1')
  await upgrade('select 1')
  ;(await fleet.fleet.acquire(ref)).release()
  await expect(asOwner(expectGuarded, 'Closed')).rejects.toThrow(
    'not currently accepting connections',
  )
  await asOwner((owner) =>
    owner.query(`
      alter database copy reset statement_timeout;
      alter database "Closed" allow_connections true`),
  )
  await asOwner(expectGuarded, 'copy')
  await asOwner(expectGuarded, 'Closed')
})

describe('a migration that does not end', () => {
  /** Catches every cancellation. Only the project's own database has the table. */
  const STUBBORN = `
    do $$ begin
      while to_regclass('auth.trap') is not null loop
        begin
          perform pg_sleep(0.01);
        exception when query_canceled then null;
        end;
      end loop;
    end $$`
  const setTrap = async () => {
    const lease = await fleet.fleet.acquire(ref)
    await lease.project.database.as('supabase_auth_admin').run(sql`create table auth.trap ()`)
    lease.release()
  }

  it('is terminated, and its service is reported while the project keeps running', async () => {
    await setTrap()
    await upgrade(STUBBORN, { role: 'supabase_auth_admin' }, 3000)
    const lease = await fleet.fleet.acquire(ref)
    expect(lease.faultOf('newer')).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('Updating its tables took too long'),
      hint: expect.stringContaining('triggers'),
    })
    lease.release()
  })

  it('ends the start if it runs as the superuser, with an error that says so', async () => {
    await setTrap()
    await upgrade(STUBBORN, undefined, 1000)
    await expect(fleet.fleet.acquire(ref)).rejects.toMatchObject({ code: 'project_not_ready' })
    expect(await fleet.fleet.get(ref)).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      failure: { code: 'start_timed_out', hint: expect.stringMatching(/\.$/) },
    })
    expect(readdirSync(path.join(control.folders.projects, ref))).not.toContain('postmaster.pid')
  })
})

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNativeEngine } from '../../../test/native-engine.ts'
import { namesOf, ownFunctions, withMoreRights } from '../../../test/own-functions.ts'
import {
  createTestMachine,
  TEST_SUPERUSER_PASSWORD,
  type TestMachine,
} from '../../../test/project.ts'
import { createCluster, type Cluster } from '../../postgres/clusters/cluster.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { fixFunctionPaths } from '../../postgres/function-paths.ts'
import { copyCluster } from '../../postgres/clusters/copy-cluster.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { NativeExtension } from '../../project/service.ts'
import { adoptExtension, nativeExtensionsOf, releaseExtension } from './native-extensions.ts'

/** As declared by the services, which this layer cannot import. */
const declared = (
  name: string,
  service: string,
  tables: Pick<NativeExtension, 'moves' | 'replaces'>,
): NativeExtension => ({
  name,
  oldest: [0, 1],
  folder: new URL(`../../services/${service}/native/`, import.meta.url),
  ...tables,
})
const CRON = declared('pg_cron', 'cron', {
  moves: [
    'cron.job',
    'cron.job_jobid_seq',
    'cron.job_run_details',
    'cron.job_run_details_runid_seq',
    'cron.stoa_overlap',
  ],
  replaces: ['cron.job', 'cron.job_run_details'],
})
const QUEUES = declared('pgmq', 'queues', {
  moves: [
    'pgmq.meta',
    'pgmq.stoa_dead_letters',
    'pgmq.topic_bindings',
    'pgmq.notify_insert_throttle',
  ],
  replaces: ['pgmq.meta'],
})
const VAULT = declared('supabase_vault', 'vault', {
  moves: ['vault.secrets', 'vault.stoa_key_in_use'],
  replaces: ['vault.secrets', 'vault.decrypted_secrets'],
})
const ALL = [CRON, QUEUES, VAULT]

let machine: TestMachine
let native: Awaited<ReturnType<typeof createNativeEngine>>
let folder: string
let cluster: Cluster
let admin: Client
let owner: Client

beforeAll(async () => {
  machine = await createTestMachine()
  native = await createNativeEngine(machine)
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  await copyCluster(machine.template, path.join(folder, 'data'), machine.account)
  await start()
  await owner.query(`
    select cron.schedule('nightly', '0 3 * * *', 'vacuum');
    select cron.schedule('gone', '0 4 * * *', 'select 1');
    select cron.unschedule('gone');
    select cron.stoa_set_overlap('nightly', 'skip');
    select vault.create_secret('the value', 'token', 'described');
    select pgmq.create('Orders');
    select pgmq.create('failed');
    select pgmq.create('dropped');
    select pgmq.stoa_set_dead_letter_queue('Orders', 'failed', 1);
    select pgmq.send('Orders', '{"n": 1}');
    grant select, update, delete on pgmq.q_orders to authenticated;
    create policy clients on pgmq.q_orders to authenticated using (true);
    create schema pgmq_public;
    create function pgmq_public.pop(queue_name text) returns setof pgmq.message_record
      language sql set search_path = '' as $$ select * from pgmq.pop(queue_name) $$`)
  await admin.query(`insert into cron.job_run_details (jobid, username, status, return_message)
    values (1, 'postgres', 'succeeded', 'VACUUM')`)
})
afterAll(async () => {
  await Promise.all([admin.end(), owner.end()])
  await cluster.stop()
  machine.watchdog.release()
  await native.remove()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const { account, watchdog } = machine
  const socketDir = path.join(folder, 's')
  cluster = createCluster({
    engine: native.engine,
    account,
    dataDir: path.join(folder, 'data'),
    socketDir,
    watchdog,
  })
  await cluster.start()
  const connect = (user: string) =>
    connectClient(ownEndpoint(socketDir), {
      user,
      password: TEST_SUPERUSER_PASSWORD,
      applicationName: 'test',
      pipeline: false,
      ...(user === 'postgres' && { hasOwnersSettings: true }),
    })
  admin = await connect(SUPERUSER)
  await admin.query(`alter role postgres password '${TEST_SUPERUSER_PASSWORD}'`)
  owner = await connect('postgres')
}

/** Kills Postgres without warning, and starts it again. */
async function crash() {
  const { pid } = cluster
  if (pid === undefined) throw new Error('It does not run')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => cluster.pid, { timeout: 10_000 }).toBeUndefined()
  await start()
}

/** All stored data, as the owner reads it. */
async function stored() {
  const { rows } = await owner.query<Record<string, unknown>>(`
    select
      (select jsonb_agg(to_jsonb(j)) from cron.job as j) as jobs,
      (select jsonb_agg(to_jsonb(r)) from cron.job_run_details as r) as runs,
      (select jsonb_agg(to_jsonb(o)) from cron.stoa_overlap as o) as overlaps,
      (select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'value', decrypted_secret,
        'description', description, 'created_at', created_at)) from vault.decrypted_secrets) as secrets,
      (select jsonb_agg(m.queue_name order by m.queue_name) from pgmq.meta as m) as queues,
      (select jsonb_agg(to_jsonb(d)) from pgmq.stoa_dead_letters as d) as dead_letters,
      (select jsonb_agg(message) from pgmq.q_orders) as messages,
      (select total_messages > 0 from pgmq.metrics('Orders')) as has_total,
      (select relrowsecurity from pg_class where oid = 'pgmq.q_orders'::regclass) as is_protected,
      has_table_privilege('authenticated', 'pgmq.q_orders', 'select') as is_granted,
      (select count(*)::int from pg_policies where tablename = 'q_orders') as policies`)
  return rows[0]
}
const used = async () =>
  [
    ...(await nativeExtensionsOf(
      admin,
      ALL.map((nativeExtension) => ({ database: { nativeExtension } })),
    )),
  ].toSorted()

/** Runs a script, and crashes before its transaction ends. */
async function crashDuring(script: 'adopt' | 'release') {
  await admin.query('begin')
  for (const { folder: scripts } of ALL) {
    await admin.query(await readFile(new URL(`${script}.sql`, scripts), 'utf8'))
  }
  await crash()
}

it('finds the extensions of an engine', () => {
  const names = native.engine.extensions.map(({ name }) => name)
  expect(names).toEqual(['pg_stat_statements', 'supabase_vault', 'pgmq', 'pg_cron'])
})

describe('jobs, secrets and queues', () => {
  it('stay when extensions replace the stand-ins, even if Postgres is killed during that', async () => {
    const before = await stored()
    await crashDuring('adopt')
    expect(await used()).toEqual([])
    expect(await stored()).toEqual(before)
    for (const extension of ALL) await adoptExtension(admin, extension)
    expect(await used()).toEqual(['pg_cron', 'pgmq', 'supabase_vault'])
    expect(await stored()).toEqual(before)
  })

  it('have no function with more rights than the owner’s that finds temporary objects first', async () => {
    const unguarded = async () =>
      withMoreRights(await ownFunctions(admin)).filter(({ is_guarded }) => !is_guarded)
    // Objects of the extension itself.
    expect(namesOf(await unguarded())).toEqual([
      'cron.alter_job(bigint,text,text,text,text,boolean)',
      'cron.schedule(text,text,text)',
      'cron.unschedule(bigint)',
    ])
    await fixFunctionPaths(admin)
    expect(await unguarded()).toEqual([])
  })

  it('have no trigger of another role on a table of the superuser', async () => {
    const { rows } = await admin.query(`
      select t.tgname from pg_trigger as t
      join pg_class as c on c.oid = t.tgrelid join pg_roles as r on r.oid = c.relowner
      join pg_proc as p on p.oid = t.tgfoid
      where r.rolsuper and p.proowner <> c.relowner`)
    expect(rows).toEqual([])
  })

  it('work under the same names', async () => {
    const job = await owner.query(
      `select cron.schedule('hourly', '@hourly', 'select 1') > 2 as is_new`,
    )
    await owner.query(`select pgmq.create('later'), vault.create_secret('second', 'two')`)
    await expect(owner.query(`select vault.create_secret('')`)).rejects.toThrow(
      'cannot store this value',
    )
    // A sequence skips numbers when Postgres is killed, and reuses none.
    expect(job.rows).toEqual([{ is_new: true }])
    const { rows } = await owner.query(`select (select relrowsecurity from pg_class
      where oid = 'pgmq.q_later'::regclass) as is_protected,
      (select decrypted_secret from vault.decrypted_secrets where name = 'two') as secret`)
    expect(rows).toEqual([{ is_protected: true, secret: 'second' }])
    await owner.query(`select cron.stoa_set_overlap('hourly', 'allow')`)
    await expect(owner.query('alter table pgmq.meta add column mine text')).rejects.toThrow(
      'must be owner',
    )
    await owner.query(`select pgmq.send('later', '{"for": "a client"}')`)
    const popped = await owner.query(`select message from pgmq_public.pop('later')`)
    expect(popped.rows).toEqual([{ message: { for: 'a client' } }])
  })

  it('notify the server of each job, because pg_cron ends before the triggers of its statement', async () => {
    const { rows } = await admin.query(`select tgtype & 1 as is_for_each_row from pg_trigger
      where tgrelid = 'cron.job'::regclass and tgname = 'stoa_job_invalidate'`)
    expect(rows).toEqual([{ is_for_each_row: 1 }])
  })

  it('refuse a job in a database that the server runs no jobs in', async () => {
    await expect(owner.query(`select cron.alter_job(1, database := 'template1')`)).rejects.toThrow(
      'Jobs cannot run in the database template1',
    )
  })

  it('let pgmq drop a queue that the stand-in created', async () => {
    await owner.query(`select pgmq.drop_queue('dropped')`)
    const { rows } = await owner.query(
      `select to_regclass('pgmq.q_dropped') as queue, to_regclass('pgmq.a_dropped') as archive`,
    )
    expect(rows).toEqual([{ queue: null, archive: null }])
  })

  it('name the queue that a dropped queue would still send dead letters to', async () => {
    await expect(owner.query(`select pgmq.drop_queue('failed')`)).rejects.toMatchObject({
      code: '2BP01',
      message: 'The queue "failed" is the dead-letter queue of "Orders"',
      hint: expect.stringContaining('stoa_set_dead_letter_queue'),
    })
  })

  it('move dead letters before a read', async () => {
    const read = () => owner.query(`select message from pgmq.read('Orders', 0, 5)`)
    expect((await read()).rows).toEqual([{ message: { n: 1 } }])
    expect((await read()).rows).toEqual([])
    const { rows } = await owner.query('select message from pgmq.q_failed')
    expect(rows).toEqual([{ message: { n: 1 } }])
    await owner.query(`select pgmq.send('Orders', '{"n": 2}')`)
  })

  it('stay with pgmq while queues notify, which the stand-in cannot', async () => {
    await owner.query(`select pgmq.enable_notify_insert('later')`)
    await expect(releaseExtension(admin, QUEUES)).rejects.toThrow(
      'Notifications of queues need the extension pgmq',
    )
    await owner.query(`select pgmq.disable_notify_insert('later')`)
  })

  it('call no function that the owner uses to hide one of the schema', async () => {
    const hidden = ['pgmq.stoa_name', 'pgmq.stoa_table']
    await admin.query('create sequence public.escalations')
    for (const name of hidden)
      await owner.query(`
        create function ${name}(varchar, text) returns text language plpgsql as $$
        begin
          if (select rolsuper from pg_roles where rolname = current_user) then
            perform nextval('public.escalations');
          end if;
          return 'pgmq.q_' || lower($1);
        end $$`)
    await expect(releaseExtension(admin, QUEUES)).rejects.toThrow('depend on it')
    const { rows } = await admin.query('select is_called from public.escalations')
    expect(rows).toEqual([{ is_called: false }])
    for (const name of hidden) await owner.query(`drop function ${name}(varchar, text)`)
  })

  it('stay when the stand-ins return, even if Postgres is killed during that', async () => {
    await owner.query(`select pgmq.send('later', '{}')`)
    const before = await stored()
    await crashDuring('release')
    expect(await used()).toEqual(['pg_cron', 'pgmq', 'supabase_vault'])
    expect(await stored()).toEqual(before)
    for (const extension of ALL) await releaseExtension(admin, extension)
    expect(await used()).toEqual([])
    const parked = await owner.query(`select from pg_namespace where nspname ~ 'parked'`)
    expect(parked.rowCount).toBe(0)
    const after = await stored()
    expect(after).toEqual({ ...before, jobs: expect.any(Array), overlaps: expect.any(Array) })
    const { rows } = await owner.query(`select message from pgmq_public.pop('later')`)
    expect(rows).toEqual([{ message: {} }])
    const { rows: jobs } = await owner.query(
      `select cron.schedule('third', '@daily', 'select 1') > 3 as is_new`,
    )
    expect(jobs).toEqual([{ is_new: true }])
  })
})

it('keeps the stand-in while a view of the owner shows its table', async () => {
  await owner.query('create view public.my_jobs as select jobname from cron.job')
  await expect(adoptExtension(admin, CRON)).rejects.toMatchObject({
    code: 'native_extension_blocked',
    message: 'public.my_jobs depends on a table of pg_cron.',
  })
  expect(await used()).toEqual([])
})

it('keeps the stand-in while a secret is empty, which supabase_vault cannot read', async () => {
  await owner.query(`select vault.create_secret('', 'empty')`)
  await expect(adoptExtension(admin, VAULT)).rejects.toThrow('cannot read an empty secret')
  await owner.query(`delete from vault.secrets where name = 'empty'`)
})

it('keeps the stand-in while a secret cannot be read', async () => {
  await admin.query(`update vault.secrets set key_id = gen_random_uuid() where name = 'token'`)
  await expect(adoptExtension(admin, VAULT)).rejects.toMatchObject({ code: 'VLT01' })
  const { rows } = await owner.query('select name from vault.secrets order by name')
  expect(rows).toEqual([{ name: 'token' }, { name: 'two' }])
})

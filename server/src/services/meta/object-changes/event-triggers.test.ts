import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let owner: Client

/**
 * A function with which an owner could gain rights, because it runs as the role that changes a
 * definition.
 */
const HOSTILE = `
  create schema "My app";
  create table "My app".seen (who text, tag text, event text);
  grant usage on schema "My app" to public;
  grant all on "My app".seen to public;
  create function "My app"."note it"() returns event_trigger language plpgsql as $$
  begin
    if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      execute 'alter role postgres superuser';
    end if;
    insert into "My app".seen values (current_user, tg_tag, tg_event);
  end $$;
  create function "My app".ordinary() returns trigger language plpgsql as 'begin end';`

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(HOSTILE)
  // Creates the history table; otherwise its creation would fire the event triggers.
  await meta.call('POST', '/tables', { schema: 'public', name: 'first', columns: [] })
  owner = await meta.test.database.connect('postgres', 'test')
})
afterAll(async () => {
  await owner.end()
  await meta.stop()
})

const draft = (change: object = {}) => ({
  name: 'Note "it"; drop table seen',
  event: 'ddl_command_end',
  tags: [],
  function: { schema: 'My app', name: 'note it' },
  ...change,
})
const send = (change: object, options: object = {}) =>
  meta.call('POST', '/object-changes', { change, ...options })
const create = (change: object = {}) => send({ kind: 'create_event_trigger', ...draft(change) })
const alter = (id: number, change: object, options: object = {}) =>
  send({ kind: 'alter_event_trigger', id, change }, options)
const drop = (id: number) => send({ kind: 'drop_event_trigger', id })
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const named = async (name: string) => {
  const { body } = await meta.call('GET', '/objects/event-triggers')
  return body.find((trigger: { name: string }) => trigger.name === name)
}
/** The roles that the function has run as since the last call, with the commands. */
async function seen(): Promise<string[]> {
  const { rows } = await owner.query<{ who: string; tag: string }>(
    'delete from "My app".seen returning who, tag',
  )
  return rows.map(({ who, tag }) => `${who}: ${tag}`)
}

describe('event triggers', () => {
  it('are created with a quoted name and run as the role that changes a definition', async () => {
    expect(outcome(await create())).toEqual([200, undefined])
    await owner.query('create table "My app".first ()')
    await owner.query('create role clerk; grant create on schema "My app" to clerk')
    await owner.query('grant clerk to postgres with set true')
    await seen()
    await owner.query('create table "My app".own (); set role clerk')
    await owner.query('create table "My app".theirs (); reset role')
    expect(await seen()).toEqual(['postgres: CREATE TABLE', 'clerk: CREATE TABLE'])
    expect(meta.audited.at(-1)).toMatchObject({ action: 'event_trigger.create' })
  })

  it.each([
    ['a table of the superuser', 'create table "My app".taken ()', 'supabase_admin' as const],
    [
      'an index that is built concurrently, in several transactions',
      'create index concurrently on "My app".seen (who)',
      'supabase_admin' as const,
    ],
    ['a temporary table of a service', 'create temp table t ()', 'supabase_auth_admin' as const],
  ])('do not run for %s', async (_what, text, role) => {
    const client = await meta.test.database.connect(role, 'test')
    await client.query(text).finally(() => client.end())
    expect(await seen()).toEqual([])
  })

  it('do not run in the script of a trusted extension, which has the superuser’s rights', async () => {
    await owner.query('create extension hstore schema public')
    await owner.query('drop extension hstore')
    expect(await seen()).not.toContainEqual(expect.stringContaining('supabase_admin'))
    const { rows } = await owner.query(
      `select rolsuper from pg_roles where rolname in ('postgres', 'clerk')`,
    )
    expect(rows).toEqual([{ rolsuper: false }, { rolsuper: false }])
  })

  it('do not run in a function that lends its owner’s rights, nor before its transaction ends', async () => {
    await owner.query(`begin; select pgmq.create('jobs'); create table "My app".during (); commit`)
    expect(await seen()).toEqual([])
    await owner.query('create table "My app".after ()')
    expect(await seen()).toEqual(['postgres: CREATE TABLE'])
  })

  it('are ignored without the services missing a change of the schema', async () => {
    const heard: string[] = []
    await owner.query('listen pgrst')
    owner.on('notification', ({ channel }) => heard.push(channel))
    await meta.test.run('create table public.of_the_platform ()', 'supabase_admin')
    await owner.query('select')
    expect(heard).toContain('pgrst')
    await owner.query('unlisten pgrst')
  })

  it('can’t be created on events at which nothing stops them', async () => {
    for (const event of ['ddl_command_start', 'login', 'sql_drop execute function f(); --'])
      expect((await create({ event, name: 'other' })).status).not.toBe(200)
    expect(await named('other')).toBeUndefined()
  })

  it.each([
    ['a function of a data trigger', { function: { schema: 'My app', name: 'ordinary' } }],
    ['a function that is missing', { function: { schema: 'My app', name: 'missing' } }],
    ['a function of the platform', { function: { schema: 'extensions', name: 'pgrst_ddl_watch' } }],
  ])('can’t call %s', async (_what, change) => {
    expect(outcome(await create({ name: 'other', ...change }))).toEqual([
      400,
      'function_not_allowed',
    ])
  })

  it('are disabled, renamed, described and dropped', async () => {
    const { id, name } = await named('Note "it"; drop table seen')
    const change = { enabled: 'disabled', name: "it's", comment: "it's mine" }
    expect((await alter(id, change)).status).toBe(200)
    const replaces = { kind: 'comment', catalog: 'pg_event_trigger', id, comment: null }
    const stale = await alter(id, { comment: 'x' }, { replaces })
    expect(outcome(stale)).toEqual([409, 'definition_changed'])
    expect(await named("it's")).toMatchObject({ ...change, locked_by: null, id })
    await owner.query('create table "My app".unseen ()')
    expect(await seen()).toEqual([])
    expect(outcome(await create({ name: "it's" }))).toEqual([409, 'duplicate_object'])
    expect((await drop(id)).status).toBe(200)
    expect(await named(name)).toBeUndefined()
    expect(outcome(await drop(id))).toEqual([404, 'event_trigger_not_found'])
  })

  it('are recorded as migrations that the owner can run elsewhere', async () => {
    await create({ name: 'recorded $stoa$' })
    const { rows } = await owner.query<{ name: string; statements: string[] }>(
      'select name, statements from supabase_migrations.schema_migrations order by version desc',
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'create_event_trigger_recorded_stoa_on_ddl_command_end',
      'drop_event_trigger_it_s',
      'alter_event_trigger_note_it_drop_table_seen_disable',
      'create_event_trigger_note_it_drop_table_seen_on_ddl_command_end',
      'create_table_public_first',
    ])
    const [text = ''] = rows[0]?.statements ?? []
    expect(text).toContain('create event trigger "recorded $stoa$" on ddl_command_end')
    const notices: unknown[] = []
    owner.on('notice', ({ message }) => notices.push(message))
    await owner.query(text)
    expect(notices).toEqual([expect.stringContaining('takes a superuser')])
    owner.removeAllListeners('notice')
  })

  it('of the platform can’t be changed', async () => {
    const { id } = await named('stoa_guard_event_triggers')
    for (const answer of [await alter(id, { enabled: 'disabled' }), await drop(id)])
      expect(outcome(answer)).toEqual([403, 'event_trigger_protected'])
    await expect(owner.query('drop event trigger stoa_guard_event_triggers')).rejects.toMatchObject(
      { code: '42501' },
    )
    await expect(owner.query('set event_triggers = on')).rejects.toMatchObject({ code: '42501' })
  })
})

it('refuses an event trigger in a database without the guard', async () => {
  await meta.test.run('drop event trigger stoa_guard_event_triggers', 'supabase_admin')
  expect(outcome(await create({ name: 'late' }))).toEqual([409, 'event_trigger_unsupported'])
})

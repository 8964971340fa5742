import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRealtimeApp, type RawClient, type RealtimeApp } from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
  await app.test.run(`
    create table public.open (
      id int primary key, name text, tags text[], data jsonb, at timestamptz, big int8, secret text
    );
    create table public.own (id int primary key, owner text, text text);
    alter table public.own enable row level security;
    create policy own on public.own for select to authenticated
      using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
    alter table public.own replica identity full;
    create table public.hidden (id int primary key);
    create table public.narrow (id int primary key, shown text, secret text);
    revoke all on public.narrow from anon;
    grant select (id, shown) on public.narrow to anon;
    alter publication supabase_realtime add table public.open, public.own, public.narrow;
  `)
})
afterAll(() => app.stop())

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const tokenOf = (sub: string) => app.token({ role: 'authenticated', sub, exp: inAnHour() })

async function listen(client: RawClient, name: string, changes: readonly object[], token?: string) {
  const { response } = await client.join(name, { postgres_changes: changes }, token)
  const system = (await client.event('system')).payload
  return { ids: response.postgres_changes?.map(({ id }: { id: number }) => id), system }
}
const change = async (client: RawClient) => (await client.event('postgres_changes')).payload
const on = (table: string, more: object = {}) => ({ event: '*', schema: 'public', table, ...more })

it('delivers inserts, updates and deletes of published tables with values of their types', async () => {
  const client = await app.connect()
  const { ids, system } = await listen(client, 'open', [on('open')])
  expect(system).toEqual({
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
    channel: 'open',
  })
  await app.test.run(`
    insert into public.open values
      (1, 'ä"', '{a,"b c",NULL}', '{"x": [1]}', '2026-01-02 03:04:05.6+00', 12, null);
    update public.open set name = 'b' where id = 1;
    delete from public.open where id = 1;
  `)
  expect(await change(client)).toEqual({
    ids,
    data: {
      schema: 'public',
      table: 'open',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      type: 'INSERT',
      columns: expect.arrayContaining([
        { name: 'id', type: 'int4' },
        { name: 'tags', type: '_text' },
      ]),
      record: {
        id: 1,
        name: 'ä"',
        tags: ['a', 'b c', null],
        data: { x: [1] },
        at: '2026-01-02T03:04:05.6+00:00',
        big: 12,
        secret: null,
      },
      errors: null,
    },
  })
  expect((await change(client)).data).toMatchObject({
    type: 'UPDATE',
    record: { id: 1, name: 'b' },
    old_record: { id: 1 },
  })
  const deleted = (await change(client)).data
  expect([deleted.type, deleted.old_record, deleted.record]).toEqual([
    'DELETE',
    { id: 1 },
    undefined,
  ])
})

it('delivers only changes that match the filters of a subscription', async () => {
  const client = await app.connect()
  const filters = ['id=gt.10,name=not.in.(x,y)', 'name=like.a%', 'name=imatch.^B']
  const { ids } = await listen(
    client,
    'filters',
    filters.map((filter) => on('open', { event: 'INSERT', filter })),
  )
  await app.test.run(`insert into public.open (id, name) values
    (11, 'x'), (12, 'z'), (3, 'b'), (4, 'abc'), (5, 'c'), (16, 'a')`)
  const seen = []
  for (let n = 0; n < 4; n += 1) {
    const { ids: wanted, data } = await change(client)
    seen.push([data.record.id, wanted])
  }
  expect(seen).toEqual([
    [12, [ids[0]]],
    [3, [ids[2]]],
    [4, [ids[1]]],
    [16, [ids[0], ids[1]]],
  ])
})

it('delivers a row of a table with policies only to those who can see it', async () => {
  const [ann, bob, anon] = [await app.connect(), await app.connect(), await app.connect()]
  await listen(ann, 'own', [on('own')], tokenOf('ann'))
  await listen(bob, 'own', [on('own')], tokenOf('bob'))
  await listen(anon, 'own', [on('own')])
  await app.test.run(`
    insert into public.own values (1, 'ann', 'a'), (2, 'bob', 'b');
    update public.own set text = 'aa' where id = 1;
    delete from public.own where id = 1;
  `)
  // Row 1 was gone before anybody could read it, so only its deletion is sent.
  expect((await change(bob)).data.record).toMatchObject({ id: 2, text: 'b' })
  for (const client of [ann, bob, anon])
    expect((await change(client)).data).toMatchObject({ type: 'DELETE', old_record: { id: 1 } })
  await app.test.run(`insert into public.own values (3, 'ann', 'c')`)
  expect((await change(ann)).data.record).toEqual({ id: 3, owner: 'ann', text: 'c' })
  await app.test.run(`delete from public.own where id = 3`)
  const deleted = (await change(bob)).data
  expect([deleted.type, deleted.old_record]).toEqual(['DELETE', { id: 3 }])
})

it('reveals nothing about a deleted row by a filter on a column that is not its key', async () => {
  const client = await app.connect()
  const { ids } = await listen(client, 'deleted', [
    on('own', { event: 'DELETE', filter: 'text=eq.secret' }),
    on('own', { event: 'DELETE', filter: 'id=eq.50' }),
  ])
  await app.test.run(`
    insert into public.own values (50, 'ann', 'secret');
    delete from public.own where id = 50;
  `)
  expect((await change(client)).ids).toEqual([ids[1]])
})

it('leaves out columns that a role cannot select', async () => {
  const client = await app.connect()
  await listen(client, 'narrow', [on('narrow')])
  await app.test.run(`insert into public.narrow values (1, 'shown', 'secret')`)
  const { data } = await change(client)
  expect(data.record).toEqual({ id: 1, shown: 'shown' })
  expect(JSON.stringify(data)).not.toContain('secret')
})

it('explains what is missing if changes cannot be delivered', async () => {
  const client = await app.connect()
  const hidden = await listen(client, 'hidden', [on('hidden')])
  expect(hidden.system).toMatchObject({ status: 'error' })
  expect(hidden.system.message).toContain('Please check Realtime is enabled')
  const column = await listen(client, 'column', [on('open', { filter: 'nothing=eq.1' })])
  expect(column.system.message).toContain('The column nothing does not exist')
  const malformed = await listen(client, 'malformed', [on('open', { filter: 'id>1' })])
  expect(malformed.system.message).toContain('malformed')
})

it('follows changes of the schema, and sends a row that is too large without its long values', async () => {
  const client = await app.connect()
  await listen(client, 'ddl', [on('open', { event: 'INSERT' })])
  await app.test.run(`alter table public.open add column extra int default 7`)
  await app.test.run(`insert into public.open (id, name) values (100, repeat('x', 2000000))`)
  const { data } = await change(client)
  expect(data.record).toMatchObject({ id: 100, extra: 7 })
  expect(data.record.name).toBeUndefined()
  expect(data.errors).toEqual(['Error 413: Payload Too Large'])
})

it('continues with other tables after a table was dropped', async () => {
  await app.test.run(`
    create table public.brief (id int primary key, text text);
    alter publication supabase_realtime add table public.brief;
  `)
  const client = await app.connect()
  const other = await app.connect()
  await listen(client, 'brief', [on('brief', { filter: 'text=eq.a' })])
  await listen(other, 'lasting', [on('open', { event: 'INSERT' })])
  await app.test.run(`insert into public.brief values (1, 'a'); drop table public.brief`)
  await app.test.run(`insert into public.open (id) values (150)`)
  expect((await change(other)).data.record).toMatchObject({ id: 150 })
  const again = await listen(await app.connect(), 'brief again', [on('brief')])
  expect(again.system.message).toContain('Please check Realtime is enabled')
})

it('reports a broken replication connection and continues with a new one', async () => {
  const client = await app.connect()
  await listen(client, 'broken', [on('open', { event: 'INSERT' })])
  await app.test.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa-realtime'`,
    'supabase_admin',
  )
  expect((await client.event('system')).payload).toMatchObject({ status: 'error' })
  expect((await client.event('system')).payload).toMatchObject({ status: 'ok' })
  await app.test.run(`insert into public.open (id) values (200)`)
  expect((await change(client)).data.record).toMatchObject({ id: 200 })
})

it('delivers a table again after the publication was dropped and created', async () => {
  const client = await app.connect()
  await listen(client, 'published', [on('open', { event: 'INSERT' })])
  await app.test.run('drop publication supabase_realtime')
  await app.test.run(`insert into public.open (id) values (300)`)
  await app.test.run('create publication supabase_realtime for table public.open')
  await app.test.run(`insert into public.open (id) values (301)`)
  expect((await change(client)).data.record).toMatchObject({ id: 301 })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import {
  callerOf,
  createRealtimeApp,
  userBroadcastPush,
  type RealtimeApp,
} from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
  await app.test.run(`
    create table public.members (room text, person text);
    insert into public.members values ('red', 'ann'), ('red', 'eve');
    create function public.is_member() returns boolean language sql stable security definer as
      $$ select exists (select from members where room = realtime.topic()
        and person = current_setting('request.jwt.claims')::json ->> 'sub') $$;
    create policy members_read on realtime.messages for select to authenticated using (is_member());
    create policy ann_writes on realtime.messages for insert to authenticated
      with check (is_member() and extension = 'broadcast'
        and current_setting('request.jwt.claims')::json ->> 'sub' = 'ann');
  `)
})
afterAll(() => app.stop())

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const tokenOf = (sub: string) => app.token({ role: 'authenticated', sub, exp: inAnHour() })

it('lets users read and write a private channel as the policies allow', async () => {
  const [ann, eve, bob] = [await app.connect(), await app.connect(), await app.connect()]
  const config = { private: true, broadcast: { self: true } }
  expect((await ann.join('red', config, tokenOf('ann'))).status).toBe('ok')
  expect((await eve.join('red', config, tokenOf('eve'))).status).toBe('ok')
  expect(await bob.join('red', config, tokenOf('bob'))).toEqual({
    status: 'error',
    response: {
      reason: 'Unauthorized: You do not have permissions to read from this Channel topic: red',
    },
  })
  expect((await bob.join('red', config)).status).toBe('error')
  // A public channel of the same name is a different channel.
  expect((await bob.join('red')).status).toBe('ok')
  eve.raw(userBroadcastPush('red', 'from', 'eve'))
  bob.raw(userBroadcastPush('red', 'from', 'bob'))
  ann.raw(userBroadcastPush('red', 'from', 'ann'))
  for (const client of [ann, eve])
    expect((await client.event('broadcast')).payload.payload).toBe('ann')
  eve.send('realtime:red', 'presence', { event: 'track', payload: {} })
  expect((await eve.event('phx_reply')).payload.status).toBe('error')
})

it('sends over HTTP to a private channel only if its caller can write', async () => {
  const path = '/api/broadcast/red/events/e?private=true'
  expect((await app.post(path, {}, callerOf('anon'))).status).toBe(403)
  expect((await app.post(path, {}, callerOf('service_role'))).status).toBe(202)
})

it('sends one request to those of many private topics that its caller can write to', async () => {
  await app.test.run(
    `insert into public.members select 'many ' || n, 'test' from generate_series(1, 100, 2) as n;
     create policy test_writes on realtime.messages for insert to authenticated
       with check (is_member() and current_setting('request.jwt.claims')::json ->> 'sub' = 'test')`,
  )
  const messages = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      topic: `many ${index + 1}`,
      event: 'e',
      payload: index + 1,
      private: true,
    }))
  const client = await app.connect('2.0.0', callerOf('service_role'))
  const token = app.token({ role: 'service_role', exp: inAnHour() })
  for (const topic of ['many 1', 'many 2', 'many 99', 'many 100'])
    expect((await client.join(topic, { private: true }, token)).status).toBe('ok')
  const post = (count: number) =>
    app.post('/api/broadcast', { messages: messages(count) }, callerOf('authenticated'))
  // The project's messages of the same second count together with those of the test before.
  await expect.poll(async () => (await post(100)).status).toBe(202)
  for (const topic of ['realtime:many 1', 'realtime:many 99'])
    await client.event('broadcast', topic)
  // Only the topics with odd numbers have a member who can write.
  expect(client.received.filter(({ event }) => event === 'broadcast')).toEqual([])
  const refused = await post(101)
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'too_many_topics' }),
  ])
})

/** Makes the database read-only, as at a disk limit, or writable again. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const change = isOn
    ? 'set default_transaction_read_only = on'
    : 'reset default_transaction_read_only'
  await app.test.run(`alter system ${change}`, 'supabase_admin')
  await app.test.run('select pg_reload_conf()', 'supabase_admin')
  const service = app.test.database.as('supabase_realtime_admin')
  const State = z.object({ is_on: z.boolean() })
  await expect
    .poll(() =>
      service.one(sql`select current_setting('transaction_read_only')::boolean as is_on`, State),
    )
    .toEqual({ is_on: isOn })
}

it('decides the same while the database is read-only', async () => {
  await app.test.run(`
    create policy not_closed on realtime.messages as restrictive to authenticated
      using (topic <> 'closed' and private) with check (event is not null);
    insert into public.members values ('closed', 'ann');
  `)
  const join = async (topic: string, sub: string) => {
    const client = await app.connect()
    const { status } = await client.join(topic, { private: true }, tokenOf(sub))
    client.socket.terminate()
    return status
  }
  const post = async (topic: string, role: string) =>
    (await app.post(`/api/broadcast/${topic}/events/e?private=true`, {}, callerOf(role))).status
  const decisions = async () => ({
    ann: await join('red', 'ann'),
    eve: await join('red', 'eve'),
    bob: await join('red', 'bob'),
    closed: await join('closed', 'ann'),
    service: await post('red', 'service_role'),
    member: await post('many%201', 'authenticated'),
    stranger: await post('many%202', 'authenticated'),
  })
  const before = await decisions()
  expect(before).toEqual({
    ann: 'ok',
    eve: 'ok',
    bob: 'error',
    closed: 'error',
    service: 202,
    member: 202,
    stranger: 403,
  })
  await setReadOnly(true)
  try {
    expect(await decisions()).toEqual(before)
  } finally {
    await setReadOnly(false)
    await app.test.run('drop policy not_closed on realtime.messages')
  }
})

it('delivers messages sent by the database, private and public', async () => {
  const ann = await app.connect()
  const config = { private: true, broadcast: { replication_ready: true } }
  await ann.join('red', config, tokenOf('ann'))
  await ann.event('system')
  await ann.join('open', { broadcast: { replication_ready: true } })
  await app.test.run(`
    select realtime.send('{"n":1}', 'sent', 'red', true);
    select realtime.send('{"n":2}', 'sent', 'open', false);
    create table public.notes (id int primary key, text text);
    create function public.tell() returns trigger language plpgsql as $$ begin
      perform realtime.broadcast_changes('red', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null; end $$;
    create trigger tell after insert on public.notes for each row execute function public.tell();
    insert into public.notes values (1, 'one');
  `)
  expect((await ann.event('broadcast', 'realtime:red')).payload).toEqual({
    type: 'broadcast',
    event: 'sent',
    payload: { n: 1, id: expect.any(String) },
    meta: { id: expect.any(String) },
  })
  expect((await ann.event('broadcast', 'realtime:red')).payload).toMatchObject({
    event: 'INSERT',
    payload: {
      record: { id: 1, text: 'one' },
      old_record: null,
      operation: 'INSERT',
      table: 'notes',
    },
  })
  expect((await ann.event('broadcast', 'realtime:open')).payload.payload).toMatchObject({ n: 2 })
})

it('replays stored messages once, oldest first, to users who can read the channel', async () => {
  await app.test.run(`
    select realtime.send('{"n":0}', 'old', 'blue', true);
    insert into public.members values ('blue', 'ann');
  `)
  const since = Date.now() + 1
  await expect.poll(() => Date.now()).toBeGreaterThan(since)
  // Each transaction has its own time.
  for (const n of [1, 2, 3, 4])
    await app.test.run(`select realtime.send('{"n":${n}}', 'stored', 'blue', true)`)
  const join = async (replay: object, more: object = {}) => {
    const client = await app.connect()
    const config = { private: true, broadcast: { replay, self: true }, ...more }
    return { client, reply: await client.join('blue', config, tokenOf('ann')) }
  }
  const { client } = await join({ since, limit: 3 })
  for (const n of [2, 3, 4])
    expect((await client.event('broadcast')).payload).toMatchObject({
      event: 'stored',
      payload: { n },
      meta: { replayed: true },
    })
  await app.test.run(`select realtime.send('{"n":5}', 'live', 'blue', true)`)
  const live = (await client.event('broadcast')).payload
  expect(live).toMatchObject({ payload: { n: 5 }, meta: { id: live.payload.id } })

  const refused = async (replay: object, more?: object) =>
    (await join(replay, more)).reply.response.reason
  expect(await refused({ since: 'yesterday' })).toContain('Replay params are not valid')
  expect(await refused({ since, limit: 26 })).toContain('Replay params are not valid')
  expect(await refused({ since }, { private: false })).toContain('not allowed for public channels')
})

it('ends a channel whose token expires, and one whose new token can no longer read', async () => {
  const client = await app.connect()
  const config = { private: true }
  await client.join('red', config, tokenOf('ann'))
  client.send('realtime:red', 'access_token', { access_token: tokenOf('bob') })
  expect((await client.event('system')).payload).toMatchObject({ status: 'error', channel: 'red' })
  await client.event('phx_close')
  const seconds = Math.floor(Date.now() / 1000)
  const soon = app.token({ role: 'authenticated', sub: 'ann', exp: seconds + 1 })
  await client.join('red', config, soon)
  expect((await client.event('system')).payload.message).toBe('Token has expired 0 seconds ago')
  await client.event('phx_close')
})

it.each([
  ['not a token', 'MalformedJWT'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA', 'JwtSignatureError'],
])('refuses the token %s with the code %s', async (token, code) => {
  const client = await app.connect()
  const { status, response } = await client.join('x', {}, token)
  expect([status, response.reason.split(':')[0]]).toEqual(['error', code])
})

it('ends a channel when the key that signed its token is revoked', async () => {
  const ann = await app.connect()
  expect((await ann.join('red', { private: true }, tokenOf('ann'))).status).toBe('ok')
  app.test.changeKeys()
  expect((await ann.event('system')).payload).toMatchObject({ status: 'error' })
  await ann.event('phx_close')
})

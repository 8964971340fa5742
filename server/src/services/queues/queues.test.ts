import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql } from '../../postgres/sql.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const owner = () => test.database.as('postgres')
const run = (text: string) => owner().run(rawSql(text))
const Row = z.record(z.string(), z.unknown())
const rows = (text: string) => owner().many(rawSql(text), Row)
const values = async (text: string) => (await rows(text)).map((row) => Object.values(row)[0])
const asRole = (role: string, text: string) =>
  test.database.asCaller({ role, settings: {}, isReadOnly: false }, { text, values: [] })

describe('the queues in SQL', () => {
  it('runs the published examples as the owner', async () => {
    await run(`select pgmq.create('my_queue')`)
    expect(await rows(`select * from pgmq.send('my_queue', '{"foo": "bar1"}')`)).toEqual([
      { send: '1' },
    ])
    expect(
      await values(`select * from pgmq.send(
        queue_name => 'my_queue', msg => '{"foo": "bar2"}', delay => 5)`),
    ).toEqual(['2'])
    expect(
      await rows(`select * from pgmq.read(queue_name => 'my_queue', vt => 30, qty => 2)`),
    ).toEqual([
      {
        msg_id: '1',
        read_ct: 1,
        enqueued_at: expect.any(Date),
        vt: expect.any(Date),
        message: { foo: 'bar1' },
        headers: null,
      },
    ])
    expect(await rows(`select * from pgmq.pop('my_queue')`)).toEqual([])
    expect(await values(`select pgmq.archive(queue_name => 'my_queue', msg_id => 1)`)).toEqual([
      true,
    ])
    expect(await values(`select pgmq.archive('my_queue', 1)`)).toEqual([false])
    expect(
      await values(`select pgmq.send_batch(
        queue_name => 'my_queue',
        msgs => array['{"foo": "bar3"}', '{"foo": "bar4"}', '{"foo": "bar5"}']::jsonb[])`),
    ).toEqual(['3', '4', '5'])
    expect(
      await values(`select pgmq.archive(queue_name => 'my_queue', msg_ids => array[3, 4, 9])`),
    ).toEqual(['3', '4'])
    expect(await values('select msg_id from pgmq.a_my_queue order by msg_id')).toEqual([
      '1',
      '3',
      '4',
    ])
    expect(await values(`select pgmq.delete('my_queue', 5)`)).toEqual([true])
    expect(await values(`select pgmq.delete('my_queue', array[2, 5])`)).toEqual(['2'])
    expect(await values(`select pgmq.drop_queue('my_queue')`)).toEqual([true])
    expect(await values(`select pgmq.drop_queue('my_queue')`)).toEqual([false])
    expect(await values(`select to_regclass('pgmq.a_my_queue')`)).toEqual([null])
  })

  it.each([
    [`pgmq.send('sent', '{"n": 1}', '{"h": 1}'::jsonb)`, { h: 1 }, true],
    [`pgmq.send('sent', '{"n": 1}', 60)`, null, false],
    [`pgmq.send('sent', '{"n": 1}', now() - interval '1 second')`, null, true],
    [`pgmq.send('sent', '{"n": 1}', '{"h": 1}', 60)`, { h: 1 }, false],
    [`pgmq.send('sent', '{"n": 1}', '{"h": 1}', now() + interval '1 hour')`, { h: 1 }, false],
    [`pgmq.send_batch('sent', array['1', '2']::jsonb[], array['1', null]::jsonb[])`, 1, true],
    [`pgmq.send_batch('sent', array['1']::jsonb[], 60)`, null, false],
    [`pgmq.send_batch('sent', array['1']::jsonb[], now() + interval '1 hour')`, null, false],
    [`pgmq.send_batch('sent', array['1']::jsonb[], array['1']::jsonb[], 60)`, 1, false],
    [`pgmq.send_batch('sent', array['1']::jsonb[], array['1']::jsonb[], now())`, 1, true],
  ])('sends with %s', async (call, headers, isAvailable) => {
    await run(`select pgmq.create('sent')`)
    await run(`select pgmq.purge_queue('sent')`)
    await run(`select ${call}`)
    const [first] = await rows(`select headers, vt <= clock_timestamp() as is_available
      from pgmq.q_sent order by msg_id limit 1`)
    expect(first).toEqual({ headers, is_available: isAvailable })
  })

  it('hides a read message until its visibility timeout ends or is changed', async () => {
    await run(`select pgmq.create('seen')`)
    await run(`select pgmq.send('seen', '{"a": 1}')`)
    await run(`select pgmq.send('seen', '[2]')`)
    expect(await values(`select msg_id from pgmq.read('seen', 60, 10)`)).toEqual(['1', '2'])
    expect(await rows(`select * from pgmq.read('seen', 60, 10)`)).toEqual([])
    expect(await values(`select msg_id from pgmq.set_vt('seen', 2, 0)`)).toEqual(['2'])
    expect(await rows(`select msg_id, read_ct from pgmq.read('seen', 0, 10)`)).toEqual([
      { msg_id: '2', read_ct: 2 },
    ])
    await run(`select pgmq.set_vt('seen', 1, 0)`)
    expect(await values(`select msg_id from pgmq.read('seen', 0, 9, '{"a": 1}')`)).toEqual(['1'])
    expect(await values(`select message from pgmq.pop('seen')`)).toEqual([{ a: 1 }])
    expect(await values(`select pgmq.purge_queue('seen')`)).toEqual(['1'])
  })

  it('never gives a message to two readers at once', async () => {
    await run(`select pgmq.create('shared')`)
    await run(`select pgmq.send_batch('shared', array_agg(to_jsonb(n)))
      from generate_series(1, 60) as n`)
    const first = await test.database.connect('postgres', 'first reader')
    const second = await test.database.connect('postgres', 'second reader')
    try {
      const read = `select msg_id from pgmq.read('shared', 60, 20)`
      const ids = async (client: typeof first, text = read) =>
        z.array(z.object({ msg_id: z.string() })).parse((await client.query(text)).rows)
      await first.query('begin')
      const held = await ids(first)
      // The first reader has not committed. The second does not wait, and sees other messages.
      const others = await ids(second)
      const popped = await ids(second, `select msg_id from pgmq.pop('shared')`)
      await first.query('commit')
      const rest = await Promise.all([ids(first), ids(second)])
      const all = [held, others, popped, ...rest].flat().map(({ msg_id: id }) => id)
      expect(held).toHaveLength(20)
      expect(others).toHaveLength(20)
      expect(new Set(all).size).toBe(60)
      expect(all).toHaveLength(60)
    } finally {
      await first.end()
      await second.end()
    }
  })

  it('polls until a message arrives', async () => {
    await run(`select pgmq.create('polled')`)
    const waiting = values(`select message from pgmq.read_with_poll('polled', 10, 1, 20, 20)`)
    await run(`select pgmq.send('polled', '"late"')`)
    expect(await waiting).toEqual(['late'])
    expect(await rows(`select * from pgmq.read_with_poll('polled', 10, 1, 0, 10)`)).toEqual([])
  })

  it('measures used and unused queues', async () => {
    await run(`select pgmq.create_unlogged('measured')`)
    const empty = {
      queue_name: 'measured',
      queue_length: '0',
      newest_msg_age_sec: null,
      oldest_msg_age_sec: null,
      total_messages: '0',
      scrape_time: expect.any(Date),
      queue_visible_length: '0',
    }
    expect(await rows(`select * from pgmq.metrics('measured')`)).toEqual([empty])
    await run(`select pgmq.send('measured', '1'), pgmq.send('measured', '2', 60)`)
    await run(`select pgmq.pop('measured'), pgmq.send('measured', '3')`)
    expect(
      await rows(`select * from pgmq.metrics_all() where queue_name = 'measured'`),
    ).toMatchObject([{ queue_length: '2', total_messages: '3', queue_visible_length: '1' }])
    expect(
      await rows(`select queue_name, is_partitioned, is_unlogged from pgmq.list_queues()
        where queue_name = 'measured'`),
    ).toEqual([{ queue_name: 'measured', is_partitioned: false, is_unlogged: true }])
  })

  it('leaves out a queue whose table was dropped with SQL, and creates it again', async () => {
    await run(`select pgmq.create('lost')`)
    await run(`drop table pgmq.q_lost`)
    expect(await values(`select queue_name from pgmq.metrics_all()`)).not.toContain('lost')
    await run(`select pgmq.create('lost')`)
    expect(await values(`select pgmq.send('lost', '1')`)).toEqual(['1'])
  })
})

describe('the rights on queues', () => {
  it('lets callers use a queue by grants and policies of the owner', async () => {
    await run(`select pgmq.create('guarded')`)
    await run(`select pgmq.send('guarded', '1')`)
    const read = `select * from pgmq.read('guarded', 0, 10)`
    await expect(asRole('authenticated', read)).rejects.toMatchObject({ code: '42501' })
    await run('grant select, update on pgmq.q_guarded to authenticated')
    expect((await asRole('authenticated', read))[0]?.rows).toEqual([])
    await run(`create policy readers on pgmq.q_guarded for all to authenticated using (true)`)
    expect((await asRole('authenticated', read))[0]?.rows).toHaveLength(1)
    await expect(asRole('anon', read)).rejects.toMatchObject({ code: '42501' })
    expect((await asRole('service_role', read))[0]?.rows).toHaveLength(1)
    await asRole('service_role', `select pgmq.metrics_all(), pgmq.purge_queue('guarded')`)
  })

  it.each([
    ['create a table', 'create table pgmq.more ()'],
    [
      'replace a function',
      `create or replace function pgmq.pop(queue_name text)
      returns setof pgmq.message_record language sql as 'select null'`,
    ],
    ['drop the list', 'drop table pgmq.meta'],
    ['become the owner of the schema', 'set role supabase_queues_admin'],
  ])('do not let the project’s owner %s', async (_what, text) => {
    await run(`select pgmq.create('owned')`)
    await expect(run(text)).rejects.toMatchObject({ code: '42501' })
  })

  // The dashboard tells members these privileges.
  it.each([
    [`send('needs', '1')`, ['select', 'insert']],
    [`read('needs', 0, 1)`, ['select', 'update']],
    [`pop('needs')`, ['select', 'update', 'delete']],
    [`delete('needs', 1)`, ['select', 'delete']],
    [`archive('needs', 1)`, ['select', 'insert', 'delete']],
  ])('need for %s the privileges %j, each of them', async (call, privileges) => {
    await run(`select pgmq.create('needs'), pgmq.send('needs', '1')`)
    const grant = async (granted: readonly string[]) => {
      await run(`revoke all on pgmq.q_needs, pgmq.a_needs from authenticated`)
      await run(`grant ${granted.join(', ')} on pgmq.q_needs, pgmq.a_needs to authenticated`)
    }
    for (const missing of privileges) {
      await grant(privileges.filter((privilege) => privilege !== missing))
      await expect(asRole('authenticated', `select pgmq.${call}`)).rejects.toMatchObject({
        code: '42501',
      })
    }
    await grant(privileges)
    for (const table of ['q_needs', 'a_needs']) {
      await run(`drop policy if exists everything on pgmq.${table}`)
      await run(`create policy everything on pgmq.${table} to authenticated using (true)`)
    }
    expect((await asRole('authenticated', `select pgmq.${call}`))[0]?.rows).toHaveLength(1)
  })

  it('let the owner dump the queues with their messages', async () => {
    await run(`select pgmq.create('dumped')`)
    await run(`select pgmq.send('dumped', '"in the dump"')`)
    const names = await values(`select oid::regclass::text from pg_class
      where relnamespace = 'pgmq'::regnamespace and relkind = 'r'`)
    expect(names).toContain('pgmq.meta')
    expect(names).toContain('pgmq.stoa_dead_letters')
    // pg_dump does the same with every table, so that no policy hides a row from it.
    const client = await test.database.connect('postgres', 'dump')
    try {
      await client.query('set row_security = off')
      await client.query('begin transaction isolation level repeatable read, read only')
      for (const name of names) {
        await client.query(`lock table ${String(name)} in access share mode`)
        await client.query(`select * from ${String(name)}`)
      }
      const dumped = await client.query('select message from pgmq.q_dumped')
      expect(dumped.rows).toEqual([{ message: 'in the dump' }])
    } finally {
      await client.end()
    }
  })

  it.each(['create', 'create_unlogged', 'drop_queue'])(
    'do not let callers of the API use %s',
    async (name) => {
      for (const role of ['anon', 'authenticated', 'service_role'])
        await expect(asRole(role, `select pgmq.${name}('owned')`)).rejects.toMatchObject({
          code: '42501',
        })
    },
  )

  it('creates queues at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => run(`select pgmq.create('at_once_${n % 4}')`)),
    )
    expect(
      await values(`select count(*)::int from pg_tables
        where tablename like 'q\\_at\\_once\\__' and tableowner = 'postgres' and rowsecurity`),
    ).toEqual([4])
  })
})

describe('dead letters', () => {
  it('are moved with their origin by a read that exceeds the maximum', async () => {
    await run(`select pgmq.create('work'), pgmq.create('dead')`)
    await run(`select pgmq.stoa_set_dead_letter_queue('work', 'dead', 2)`)
    await run(`select pgmq.send('work', '{"n": 1}', '{"trace": 7}'::jsonb)`)
    await run(`select pgmq.send('work', '{"n": 2}')`)
    const read = `select msg_id from pgmq.read('work', 0, 1)`
    expect(await values(read)).toEqual(['1'])
    expect(await values(read)).toEqual(['1'])
    expect(await values(read)).toEqual(['2'])
    expect(await rows(`select msg_id, read_ct, message, headers from pgmq.q_dead`)).toEqual([
      {
        msg_id: '1',
        read_ct: 0,
        message: { n: 1 },
        headers: {
          trace: 7,
          stoa_dead_letter: {
            queue: 'work',
            msg_id: 1,
            read_ct: 2,
            enqueued_at: expect.any(String),
          },
        },
      },
    ])
    await expect(run(`select pgmq.drop_queue('dead')`)).rejects.toMatchObject({ code: '2BP01' })
    await run(`select pgmq.drop_queue('work')`)
    expect(await values(`select pgmq.drop_queue('dead')`)).toEqual([true])
  })

  it('stay in the queue when the reader’s transaction fails', async () => {
    await run(`select pgmq.create('kept'), pgmq.create('kept_dead')`)
    await run(`select pgmq.stoa_set_dead_letter_queue('kept', 'kept_dead', 1)`)
    await run(`select pgmq.send('kept', '1')`)
    await run(`select pgmq.read('kept', 0, 1)`)
    await expect(run(`select pgmq.read('kept', 0, 1), 1 / 0`)).rejects.toMatchObject({
      code: '22012',
    })
    expect(await values(`select msg_id from pgmq.q_kept`)).toEqual(['1'])
    expect(await values(`select msg_id from pgmq.pop('kept')`)).toEqual([])
    expect(await values(`select message from pgmq.q_kept_dead`)).toEqual([1])
    await run(`select pgmq.stoa_set_dead_letter_queue('kept', null, null)`)
    expect(await values(`select count(*)::int from pgmq.stoa_dead_letters`)).toEqual([0])
  })

  it.each([
    ['itself', `'one', 'one', 3`, '22023'],
    ['a queue that has one itself', `'three', 'one', 3`, '22023'],
    ['another queue when others name it', `'two', 'three', 3`, '22023'],
    ['a queue that does not exist', `'one', 'none', 3`, '42P01'],
    ['a queue without a maximum of reads', `'three', 'two', null`, '22023'],
    ['a queue with a maximum of zero', `'three', 'two', 0`, '22023'],
  ])('cannot be given to %s', async (_what, given, code) => {
    await run(`select pgmq.create('one'), pgmq.create('two'), pgmq.create('three')`)
    await run(`select pgmq.stoa_set_dead_letter_queue('one', 'two', 3)`)
    await expect(run(`select pgmq.stoa_set_dead_letter_queue(${given})`)).rejects.toMatchObject({
      code,
    })
  })
})

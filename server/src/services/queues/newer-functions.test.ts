import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql } from '../../postgres/sql.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const Row = z.record(z.string(), z.unknown())
const rows = (text: string) => test.database.as('postgres').many(rawSql(text), Row)
const values = async (text: string) => (await rows(text)).map((row) => Object.values(row)[0])
const run = (text: string) => test.run(text)
const codeOf = (text: string) =>
  run(text).then(
    () => 'none',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

it('changes the visibility of several messages, and pops several', async () => {
  await run(`select pgmq.create('many');
    select pgmq.send_batch('many', array['1', '2', '3', '4']::jsonb[])`)
  expect(await values(`select msg_id from pgmq.set_vt('many', array[1, 2], 60)`)).toEqual([
    '1',
    '2',
  ])
  expect(
    await values(`select vt > now() + interval '1 hour' from pgmq.set_vt(
      'many', 3, current_timestamp + interval '1 day')`),
  ).toEqual([true])
  await run(`select pgmq.set_vt('many', array[1], current_timestamp)`)
  expect(await values(`select msg_id from pgmq.pop('many', 5)`)).toEqual(['1', '4'])
  expect(await values(`select msg_id from pgmq.pop('many', qty => 5)`)).toEqual([])
})

const GROUPS = `select pgmq.create('grouped'); select pgmq.purge_queue('grouped');
  select pgmq.send('grouped', msg => '{"order": 1}', headers => '{"x-pgmq-group": "a"}');
  select pgmq.send('grouped', msg => '{"order": 2}', headers => '{"x-pgmq-group": "a"}');
  select pgmq.send('grouped', msg => '{"order": 1}', headers => '{"x-pgmq-group": "b"}');
  select pgmq.send('grouped', msg => '{"order": 3}', headers => '{"x-pgmq-group": "a"}');
  select pgmq.send('grouped', '{"order": 1}')`
const readBy = (call: string) =>
  values(`select concat(headers->>'x-pgmq-group', message->>'order') from ${call}`)

it.each([
  [`pgmq.read_grouped('grouped', 10, 4)`, ['a1', 'a2', 'a3', 'b1']],
  [`pgmq.read_grouped_rr('grouped', 10, 4)`, ['a1', 'b1', '1', 'a2']],
  [`pgmq.read_grouped_head('grouped', 10, 2)`, ['a1', 'b1']],
  [`pgmq.read_grouped_with_poll('grouped', 10, 1, 5, 100)`, ['a1']],
  [`pgmq.read_grouped_rr_with_poll('grouped', 10, 1)`, ['a1']],
  [`pgmq.read_grouped_head_with_poll('grouped', 10, 9)`, ['a1', 'b1', '1']],
])('reads groups with %s', async (call, expected) => {
  await run(GROUPS)
  expect(await readBy(call)).toEqual(expected)
})

it('does not read past messages of a group that another transaction is reading', async () => {
  await run(GROUPS)
  const other = await test.database.connect('postgres', 'test')
  try {
    await other.query(`begin; select pgmq.read_grouped('grouped', 10, 1)`)
    // Until the other transaction has ended, its message is not available.
    expect(await readBy(`pgmq.read_grouped('grouped', 0, 9)`)).toEqual(['b1', '1'])
    await other.query('commit')
    expect(await readBy(`pgmq.read_grouped('grouped', 0, 9)`)).toEqual(['b1', '1'])
    await run(`select pgmq.delete('grouped', min(msg_id)) from pgmq.q_grouped`)
    expect(await readBy(`pgmq.read_grouped('grouped', 0, 9)`)).toEqual(['a2', 'a3', 'b1', '1'])
  } finally {
    await other.end()
  }
  await run(`select pgmq.create_fifo_index('grouped'), pgmq.create_fifo_indexes_all()`)
})

it('sends to the queues whose topics match, and shows which ones', async () => {
  await run(`select pgmq.create('all_logs'), pgmq.create('error_logs'), pgmq.create('Api_errors');
    select pgmq.bind_topic('logs.#', 'all_logs'), pgmq.bind_topic('logs.#', 'all_logs');
    select pgmq.bind_topic('logs.*.error', 'error_logs');
    select pgmq.bind_topic('logs.api.error', 'api_errors')`)
  expect(await rows(`select * from pgmq.test_routing('logs.api.error')`)).toEqual([
    { pattern: 'logs.#', queue_name: 'all_logs', compiled_regex: String.raw`^logs\..*$` },
    {
      pattern: 'logs.*.error',
      queue_name: 'error_logs',
      compiled_regex: String.raw`^logs\.[^.]+\.error$`,
    },
    {
      pattern: 'logs.api.error',
      queue_name: 'Api_errors',
      compiled_regex: String.raw`^logs\.api\.error$`,
    },
  ])
  const send = (key: string) => values(`select pgmq.send_topic('${key}', '{"n": 1}')`)
  expect(await send('logs.api.error')).toEqual([3])
  expect(await send('logs.api.info')).toEqual([1])
  expect(await send('logs')).toEqual([0])
  expect(
    await rows(`select * from pgmq.send_batch_topic(
      'logs.db.error', array['1', '2']::jsonb[], array['{}', null]::jsonb[])`),
  ).toEqual([
    { queue_name: 'all_logs', msg_id: '3' },
    { queue_name: 'all_logs', msg_id: '4' },
    { queue_name: 'error_logs', msg_id: '2' },
    { queue_name: 'error_logs', msg_id: '3' },
  ])
  expect(
    await rows(`select * from pgmq.send_batch_topic('logs.x', array['1']::jsonb[], 60)`),
  ).toEqual([{ queue_name: 'all_logs', msg_id: '5' }])
  expect(await values(`select pgmq.unbind_topic('logs.#', 'all_logs')`)).toEqual([true])
  await run(`select pgmq.drop_queue('error_logs')`)
  expect(await values('select queue_name from pgmq.list_topic_bindings()')).toEqual(['Api_errors'])
})

it.each([
  `select pgmq.validate_routing_key('logs..error')`,
  `select pgmq.send_topic('logs.*', '1')`,
  `select pgmq.validate_topic_pattern('logs.**')`,
  `select pgmq.bind_topic('', 'many')`,
])('refuses %s', async (statement) => {
  expect(await codeOf(statement)).toBe('22023')
})

it('notifies listeners of messages, at most once per interval', async () => {
  await run(`select pgmq.create('Heard'); select pgmq.enable_notify_insert('heard', 600000)`)
  const listener = await test.database.connect('postgres', 'test')
  const heard: string[] = []
  listener.on('notification', ({ channel }) => heard.push(channel))
  try {
    await listener.query('listen "pgmq.q_heard.INSERT"')
    for (let n = 0; n < 3; n += 1) await run(`select pgmq.send('heard', '1')`)
    await expect.poll(() => heard).toEqual(['pgmq.q_heard.INSERT'])
    await run(`update pgmq.notify_insert_throttle set throttle_interval_ms = 0`)
    await run(`select pgmq.send('heard', '1')`)
    await expect.poll(() => heard).toHaveLength(2)
    expect(await rows('select * from pgmq.list_notify_insert_throttles()')).toMatchObject([
      { queue_name: 'Heard', throttle_interval_ms: 0 },
    ])
    await run(`select pgmq.update_notify_insert('heard', 5)`)
    await run(`select pgmq.disable_notify_insert('heard'); select pgmq.send('heard', '1')`)
  } finally {
    await listener.end()
  }
  expect(await codeOf(`select pgmq.update_notify_insert('heard', 5)`)).toBe('42704')
  expect(heard).toHaveLength(2)
})

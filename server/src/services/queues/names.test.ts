import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql, sql } from '../../postgres/sql.ts'

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

describe('the names of queues', () => {
  it.each([
    'with space',
    'with"quote',
    'with-hyphen',
    'with.dot',
    'select',
    '1',
    'été',
    'x'.repeat(47),
    'x_pkey',
    'x_msg_id_seq',
    '%s',
    '\\',
  ])('can be %s', async (name) => {
    await run(`select pgmq.create('x')`)
    await owner().run(sql`select pgmq.create(${name})`)
    const Message = z.object({ message: z.string() })
    await owner().run(sql`select pgmq.send(${name}, '"sent"')`)
    expect(await owner().one(sql`select message from pgmq.read(${name}, 0, 1)`, Message)).toEqual({
      message: 'sent',
    })
    await owner().run(sql`select pgmq.archive(${name}, 1)`)
    await owner().run(sql`select pgmq.metrics(${name})`)
    const Dropped = z.object({ done: z.boolean() })
    expect(await owner().one(sql`select pgmq.drop_queue(${name}) as done`, Dropped)).toEqual({
      done: true,
    })
  })

  it('refer to the same queue in any case', async () => {
    await run(`select pgmq.create('Orders')`)
    await run(`select pgmq.create('orders')`)
    await run(`select pgmq.send('ORDERS', '1')`)
    expect(
      await rows(`select queue_name, queue_length from pgmq.metrics_all()
        where lower(queue_name) = 'orders'`),
    ).toEqual([{ queue_name: 'Orders', queue_length: '1' }])
    expect(await values(`select pgmq.drop_queue('oRDERS')`)).toEqual([true])
  })

  it.each([
    ['x'.repeat(48), '42622'],
    ['é'.repeat(24), '42622'],
    ['', '22023'],
    [`a'; drop table pgmq.meta; --`, '42602'],
    ['a$b', '42602'],
    ['a\nb', '42602'],
  ])('cannot be %j', async (name, code) => {
    for (const call of [
      sql`select pgmq.create(${name})`,
      sql`select pgmq.send(${name}, '1')`,
      sql`select pgmq.drop_queue(${name})`,
    ])
      await expect(owner().run(call)).rejects.toMatchObject({ code })
  })

  it.each(['read(%, 1, 1)', "send(%, '1')", 'pop(%)', 'delete(%, 1)', 'metrics(%)'])(
    'are told in an error of %s when there is no such queue',
    async (call) => {
      await expect(run(`select pgmq.${call.replace('%', "'no such'")}`)).rejects.toMatchObject({
        code: '42P01',
        message: 'The queue "no such" does not exist',
        hint: `Create it with select pgmq.create('no such').`,
      })
    },
  )

  it.each([`create_partitioned('p')`, `convert_archive_partitioned('p')`])(
    'do not help %s, which is refused',
    async (call) => {
      await expect(run(`select pgmq.${call}`)).rejects.toMatchObject({ code: '0A000' })
    },
  )
})

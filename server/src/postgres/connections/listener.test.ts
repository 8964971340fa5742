import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import type { Subscription } from '../database.ts'
import { sql } from '../sql.ts'

let test: TestProject
const open: Subscription[] = []
beforeAll(async () => {
  test = await createTestProject()
})
afterEach(async () => {
  for (const subscription of open.splice(0)) await subscription.close()
})
afterAll(() => test.stop())

/** Subscribes, and counts the notifications. */
function subscribe(...channels: string[]) {
  let heard = 0
  const subscription = test.database.listen(channels, () => (heard += 1))
  open.push(subscription)
  return { ...subscription, heard: () => heard }
}

const listening = sql`
  select pid from pg_stat_activity where application_name = 'stoa-listener'`
const pids = () => test.database.as('supabase_admin').many(listening, z.object({ pid: z.int() }))
const cut = () =>
  test.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa-listener'`,
    'supabase_admin',
  )

describe('the listener', () => {
  it('opens no connection before the first settle, and one for all subscriptions', async () => {
    const first = subscribe('a')
    expect(await pids()).toHaveLength(0)
    await first.settle()
    await subscribe('b').settle()
    expect(await pids()).toHaveLength(1)
  })

  it('has delivered what was committed before a settle, by channel', async () => {
    const first = subscribe('a', 'Quoted "name"')
    const second = subscribe('b')
    await Promise.all([first.settle(), second.settle()])
    for (let round = 1; round <= 5; round += 1) {
      await test.run('notify a; notify "Quoted ""name"""; notify c')
      await Promise.all([first.settle(), second.settle()])
      expect([first.heard(), second.heard()]).toEqual([round * 2, 0])
    }
  })

  it('reopens a lost connection by itself, and reports that notifications may have been missed', async () => {
    const { settle, heard } = subscribe('a')
    await settle()
    await cut()
    await expect.poll(heard).toBe(1)
    await test.run('notify a')
    await expect.poll(heard).toBe(2)
    expect(await pids()).toHaveLength(1)
  })

  it('settles over a new connection if the previous one was lost unnoticed', async () => {
    const { settle, heard } = subscribe('a')
    await settle()
    await cut()
    await settle()
    expect(heard()).toBe(1)
    expect(await pids()).toHaveLength(1)
  })

  it('ends its connection with the last subscription, and opens another for the next', async () => {
    const first = subscribe('a')
    const second = subscribe('a')
    await first.settle()
    await first.close()
    expect(await pids()).toHaveLength(1)
    await second.close()
    await expect.poll(pids).toHaveLength(0)
    await expect(second.settle()).rejects.toThrow('Nobody is subscribed')
    const third = subscribe('a')
    await third.settle()
    expect(third.heard()).toBe(0)
    expect(await pids()).toHaveLength(1)
  })
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import { createRealtime } from './index.ts'
import { realtimeDeps } from '../../../test/realtime/app.ts'
import { createRealtimeApp, type RealtimeApp } from '../../../test/realtime/app.ts'

let app: RealtimeApp
beforeAll(async () => {
  app = await createRealtimeApp()
})
afterAll(() => app.stop())

const namesOf = async (query: ReturnType<typeof sql>) => {
  const rows = await app.test.database
    .as('supabase_admin')
    .many(query, z.object({ name: z.string() }))
  return rows.map(({ name }) => name)
}
const partitions = () =>
  namesOf(sql`
    select c.relname::text as name from pg_inherits join pg_class as c on c.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass order by 1`)

/** The name of the partition for the given day plus a number of days, in UTC. */
const partitionOf = (day: Date, days: number): string =>
  `messages_${new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_')}`

it('keeps messages for three days, and has partitions for the next week', async () => {
  await app.test.run(
    `
    create table realtime.messages_2020_01_01 partition of realtime.messages
      for values from ('2020-01-01') to ('2020-01-02');
    alter table realtime.messages_2020_01_01 owner to supabase_realtime_admin;
    insert into realtime.messages (topic, extension, inserted_at)
      values ('old', 'broadcast', '2020-01-01'), ('new', 'broadcast', now());
  `,
    'supabase_admin',
  )
  const now = new Date()
  const { jobs } = createRealtime(realtimeDeps({ now: () => now }))
  const [renew] = Object.values(jobs ?? {})
  if (renew?.needs !== 'database') throw new Error('There is no job')
  const signal = new AbortController().signal
  await renew.run(app.test.project, { payload: {}, attempt: 1, isLastAttempt: true, signal })
  // If the project's template is from yesterday, it also has a partition for that day.
  const week = Array.from({ length: 8 }, (_, days) => partitionOf(now, days))
  expect(await partitions()).toEqual(expect.arrayContaining(week))
  expect(await partitions()).not.toContain('messages_2020_01_01')
  expect(await namesOf(sql`select topic as name from realtime.messages`)).toEqual(['new'])
})

it('has a replication connection and a slot only while a channel is joined', async () => {
  const connections = () => namesOf(sql`select application_name as name from pg_stat_replication`)
  const slots = () => namesOf(sql`select slot_name::text as name from pg_replication_slots`)
  const client = await app.connect()
  await client.join('a', { broadcast: { replication_ready: true } })
  await client.event('system')
  expect(await connections()).toEqual(['stoa-realtime'])
  expect(await slots()).toEqual(['stoa_realtime'])
  client.socket.terminate()
  await vi.waitFor(async () => expect(await connections()).toEqual([]), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await slots()).toEqual([]), { timeout: 10_000 })
})

it('gives the owner of the project the policies of messages, and no right to replicate', async () => {
  await app.test.run(`
    create policy everybody on realtime.messages for select using (true);
    drop policy everybody on realtime.messages;
  `)
  await expect(app.test.run('create table realtime.mine (id int)')).rejects.toThrow(
    'permission denied',
  )
  await expect(app.test.run('set role supabase_realtime_admin')).rejects.toThrow(
    'permission denied',
  )
  expect(
    await namesOf(sql`
      select rolname::text as name from pg_roles where rolreplication and not rolsuper`),
  ).toEqual(['supabase_replication_admin'])
})

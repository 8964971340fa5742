import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { says } from '../../test/child.ts'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { silentLog } from '../lib/log.ts'
import { createJobs, type Jobs, type Task } from './jobs.ts'
import { rawSql, sql } from './sql.ts'

let control: TestControlPlane
const running: Jobs[] = []

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(async () => {
  await control.stop()
})

async function startJobs(tasks: Record<string, Task>): Promise<Jobs> {
  const jobs = createJobs({ connection: control.connection, tasks, log: silentLog })
  await jobs.prepare()
  await jobs.start()
  running.push(jobs)
  return jobs
}
const session = () => control.database.as('supabase_admin')
const once1 = { key: 'k', maxAttempts: 1 }

describe('the job queue', () => {
  it('runs a job after its transaction commits, and never if it rolls back', async () => {
    const seen = Promise.withResolvers<unknown>()
    const ran: unknown[] = []
    const jobs = await startJobs({
      greet: async (payload) => {
        ran.push(payload)
        seen.resolve(payload)
      },
    })
    await expect(
      session().transaction(async (tx) => {
        await jobs.add(tx, 'greet', { name: 'nobody' }, { key: 'a', maxAttempts: 1 })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await session().transaction(async (tx) => {
      await jobs.add(tx, 'greet', { name: 'ada' }, { key: 'b', maxAttempts: 1 })
      expect(ran).toEqual([])
    })
    expect(await seen.promise).toEqual({ name: 'ada' })
    expect(ran).toEqual([{ name: 'ada' }])
    await jobs.stop()
  })

  it('retries a failed job and marks the last attempt', async () => {
    const done = Promise.withResolvers<void>()
    const attempts: unknown[] = []
    const jobs = await startJobs({
      flaky: async (_, { attempt, isLastAttempt }) => {
        attempts.push([attempt, isLastAttempt])
        if (attempt === 1) throw new Error('not yet')
        done.resolve()
      },
    })
    await jobs.add(session(), 'flaky', {}, { key: 'c', maxAttempts: 2 })
    await done.promise
    expect(attempts).toEqual([
      [1, false],
      [2, true],
    ])
    await jobs.stop()
  })

  it('continues after a database outage with the job whose result was lost', async () => {
    const attempts: number[] = []
    const done = Promise.withResolvers<void>()
    const socket = path.join(control.connection.endpoint.host, '.s.PGSQL.5432')
    const cut = await control.database.connect('supabase_admin', 'cut')
    const jobs = await startJobs({
      lose: async (_, { attempt }) => {
        attempts.push(attempt)
        if (attempt > 1) return done.resolve()
        await rename(socket, `${socket}.away`)
        const terminate = `select pg_terminate_backend(pid, 1000) from pg_stat_activity
          where application_name = 'stoa-jobs'`
        while ((await cut.query(terminate)).rowCount !== 0);
        setTimeout(() => void rename(`${socket}.away`, socket), 3000)
      },
    })
    await jobs.add(session(), 'lose', {}, { key: 'lost', maxAttempts: 2 })
    await done.promise
    expect(attempts).toEqual([1, 2])
    await cut.end()
    await jobs.stop()
  })

  it('adds a job while a worker takes one with the same key', async () => {
    const jobs = createJobs({ connection: control.connection, tasks: {}, log: silentLog })
    await jobs.prepare()
    const options = { key: 'd', maxAttempts: 3 }
    await jobs.add(session(), 'lead', { step: 1 }, options)
    // Delays the second call at the point where it has found no running job.
    const gate = await control.database.connect('supabase_admin', 'gate')
    await gate.query('select pg_advisory_lock(4712)')
    await session().run(
      rawSql(`create function public.wait_at_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4712); return null; end $$`),
    )
    await session().run(
      rawSql(`create trigger gate before insert on graphile_worker._private_jobs
        execute function public.wait_at_gate()`),
    )
    const added = jobs.add(session(), 'lead', { step: 2 }, options)
    const Waiting = z.object({ are_waiting: z.boolean() })
    const waiting = rawSql(`select exists (
      select from pg_locks where locktype = 'advisory' and not granted) as are_waiting`)
    await expect.poll(() => session().one(waiting, Waiting)).toEqual({ are_waiting: true })
    await gate.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w'")
    await gate.query('select pg_advisory_unlock(4712)')
    await added
    await gate.end()
    const left = await session().many(
      sql`select payload, key, locked_at is not null as is_taken
        from graphile_worker._private_jobs order by id`,
      z.object({ payload: z.unknown(), key: z.string().nullable(), is_taken: z.boolean() }),
    )
    expect(left).toEqual([
      { payload: { step: 1 }, key: null, is_taken: true },
      { payload: { step: 2 }, key: 'd', is_taken: false },
    ])
    await session().run(rawSql('drop function public.wait_at_gate() cascade'))
    await session().run(sql`delete from graphile_worker._private_jobs`)
    await jobs.stop()
  })

  it('restarts the jobs of a killed worker at once', async () => {
    const victim = fork(new URL('../../test/job-victim.ts', import.meta.url), [
      JSON.stringify(control.connection),
    ])
    const begun = says(victim, 'begun')
    await session().run(
      sql`select graphile_worker.add_job('slow', '{}'::json, job_key => ${once1.key}, max_attempts => 3)`,
    )
    await begun
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    const taken = Promise.withResolvers<number>()
    const jobs = await startJobs({ slow: async (_, { attempt }) => taken.resolve(attempt) })
    expect(await taken.promise).toBe(2)
    await jobs.stop()
    const left = await session().many(
      sql`select key from graphile_worker.jobs`,
      z.object({ key: z.string().nullable() }),
    )
    expect(left).toEqual([])
  })
})

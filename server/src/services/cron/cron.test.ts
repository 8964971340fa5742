import { mountRoutes } from '../../lib/http.ts'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { CronJob, CronRun } from '@stoa/contract/services/cron/jobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { AppError } from '../../lib/errors.ts'
import type { JobOptions, Project } from '../../project/project.ts'
import type { MemberAction, Service } from '../../project/service.ts'
import { createCron } from './index.ts'

const GENEROUS = { timeout: 20_000, interval: 20 }
const START = new Date('2026-11-23T10:30:20Z').getTime()

let test: TestProject
let project: Project
let service: Service
let app: FastifyInstance
let added: (JobOptions | undefined)[] = []
let audited: MemberAction[] = []
/** How far the service's clock is ahead of this machine's. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  test = await createTestProject()
  project = {
    ...test.project,
    addJob: async (_service, _job, _payload, options) => void added.push(options),
  }
  service = createCron({ clock: { now } })
  app = Fastify({ logger: false })
  app.decorateRequest('project')
  app.decorateRequest('recordAudit')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
})
afterAll(async () => {
  await app.close()
  await test.stop()
})
beforeEach(async () => {
  await service.stop?.(project)
  await query('select cron.unschedule(jobid) from cron.job')
  await query('delete from cron.job_run_details')
  ahead = START - Date.now()
  await service.start?.(project)
  added = []
  audited = []
  return () => service.stop?.(project)
})

async function query(text: string) {
  const client = await test.database.connect('postgres', 'test')
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end())
  return rows
}
const runs = () =>
  query('select command, status, return_message from cron.job_run_details order by runid')
const statuses = async () => (await runs()).map(({ status }) => status)

/** Lets the clock jump to shortly before a time of that day. */
const jumpTo = (time: string) => {
  ahead = new Date(`2026-11-23T${time}Z`).getTime() - Date.now() - 300
}

const at = (time: string) => new Date(`2026-11-23T${time}Z`)

/** Runs the durable job that wakes the project. */
async function wake() {
  const job = service.jobs?.['wake']
  if (job?.needs !== 'database') throw new Error('There is no job')
  const signal = new AbortController().signal
  await job.run(project, { payload: {}, attempt: 1, isLastAttempt: true, signal })
}

async function restart() {
  await service.stop?.(project)
  await service.start?.(project)
}

async function member(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object) {
  const response = await app.inject({
    method,
    url: `/platform/cron/${project.ref}/jobs${path}`,
    ...(body && { payload: body }),
  })
  const answer: unknown = response.json()
  return answer
}

describe('a due job', () => {
  it('runs, and its result is stored', async () => {
    await query('create table if not exists public.seen (at timestamptz default now())')
    await query(`select cron.schedule('insert', '31 10 * * *', 'insert into seen default values')`)
    await query(`select cron.schedule('rows', '31 10 * * *', 'select generate_series(1, 3)')`)
    await query(`select cron.schedule('vacuum', '31 10 * * *', 'vacuum public.seen')`)
    await query(
      `select cron.schedule('two', '31 10 * * *', 'select 1; delete from seen where false')`,
    )
    await query(`select cron.schedule('bad', '31 10 * * *', 'select 1/0')`)
    jumpTo('10:31:00')
    await restart()
    await expect
      .poll(runs, GENEROUS)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ status: 'succeeded', return_message: 'INSERT 0 1' }),
          expect.objectContaining({ status: 'succeeded', return_message: '3 rows' }),
          expect.objectContaining({ status: 'succeeded', return_message: 'VACUUM' }),
          expect.objectContaining({ status: 'succeeded', return_message: 'DELETE 0' }),
          expect.objectContaining({ status: 'failed', return_message: 'ERROR: division by zero' }),
        ]),
      )
    expect(await runs()).toHaveLength(5)
  })

  it('runs at an interval of seconds from when it is scheduled until it is paused', async () => {
    const [job] = await query(`select cron.schedule('often', '1 second', 'select 1') as id`)
    await expect.poll(async () => (await statuses()).length, GENEROUS).toBeGreaterThan(1)
    await query(`select cron.alter_job(${String(job?.['id'])}, active := false)`)
    await expect.poll(statuses, GENEROUS).not.toContain('running')
    const { length } = await statuses()
    await setTimeout(1200)
    expect(await statuses()).toHaveLength(length)
  })

  it('does not overlap, and runs once more if it became due during a run', async () => {
    await query(`select cron.schedule('slow', '1 second', 'select pg_sleep(1.5)')`)
    const overlapping = `
      select count(*)::int as count from cron.job_run_details as a join cron.job_run_details as b
        on a.jobid = b.jobid and a.runid < b.runid and b.start_time < coalesce(a.end_time, 'infinity')`
    await expect.poll(async () => (await statuses()).length, GENEROUS).toBe(2)
    expect(await query(overlapping)).toEqual([{ count: 0 }])
  })

  it.each([
    ['skip', 1, 1],
    ['queue', 1, 2],
    ['allow', 2, 2],
  ])('that is due while it runs, with the policy %s', async (policy, together, total) => {
    const client = await test.database.connect('postgres', 'test')
    await client.query('select pg_advisory_lock(7)')
    await query(`select cron.schedule('slow', '* * * * *', 'select pg_advisory_lock_shared(7)')`)
    await query(`select cron.stoa_set_overlap('slow', '${policy}')`)
    const isRead = async () => {
      const jobs = CronJob.array().parse(await member('GET'))
      return added.length > 0 && jobs[0]?.overlap
    }
    await expect.poll(isRead, GENEROUS).toBe(policy)
    jumpTo('11:00:10')
    await wake()
    await expect.poll(statuses, GENEROUS).toEqual(['running'])
    jumpTo('11:01:10')
    await wake()
    const running = Array.from({ length: together }, () => 'running')
    await expect.poll(statuses, GENEROUS).toEqual(running)
    await client.end()
    const succeeded = Array.from({ length: total }, () => 'succeeded')
    await expect.poll(statuses, GENEROUS).toEqual(succeeded)
  })

  it('waits while eight other jobs run', async () => {
    await query(`
      select cron.schedule('job ' || n, '* * * * *', 'select pg_sleep(1)')
      from generate_series(1, 10) as n`)
    await expect.poll(() => added.length, GENEROUS).toBeGreaterThan(0)
    jumpTo('11:00:10')
    await wake()
    await expect.poll(statuses, GENEROUS).toEqual(Array.from({ length: 10 }, () => 'succeeded'))
    const [most] = await query(`
      select max((select count(*)::int from cron.job_run_details as b
        where b.start_time <= a.start_time and b.end_time > a.start_time)) as count
      from cron.job_run_details as a`)
    expect(most?.['count']).toBeLessThanOrEqual(8)
  })

  it('stores at most 10,000 characters of an error', async () => {
    await query(`
      select cron.schedule('loud', '* * * * *',
        $job$do $$ begin raise exception '%', repeat('x', 50000); end $$$job$)`)
    await expect.poll(() => added.length, GENEROUS).toBeGreaterThan(0)
    jumpTo('11:00:10')
    await wake()
    await expect.poll(statuses, GENEROUS).toEqual(['failed'])
    expect(await query('select length(return_message) from cron.job_run_details')).toEqual([
      { length: 10_000 },
    ])
  })

  it('is skipped when the clock jumps', async () => {
    await query(`select cron.schedule('minutely', '* * * * *', 'select 1')`)
    await expect.poll(() => added.length, GENEROUS).toBeGreaterThan(0)
    jumpTo('20:00:10')
    await wake()
    await expect.poll(statuses, GENEROUS).toEqual(['succeeded'])
    expect(added.at(-1)?.runAt).toEqual(at('20:01'))
    jumpTo('15:00:10')
    await wake()
    expect(added.at(-1)?.runAt).toEqual(at('15:01'))
    expect(await statuses()).toEqual(['succeeded'])
  })
})

describe('a sleeping project', () => {
  it('is woken for the next due job, which runs once', async () => {
    await query(`select cron.schedule('daily', '0 12 * * *', 'select 1')`)
    await service.stop?.(project)
    expect(added.at(-1)).toMatchObject({ key: 'wake', runAt: new Date('2026-11-23T12:00:00Z') })
    jumpTo('12:00:02')
    await service.start?.(project)
    await wake()
    await expect.poll(statuses, GENEROUS).toEqual(['succeeded'])
    await wake()
    await restart()
    await wake()
    await setTimeout(300)
    expect(await statuses()).toEqual(['succeeded'])
    expect(added.at(-1)?.runAt).toEqual(new Date('2026-11-24T12:00:00Z'))
  })

  it('runs a due job even if a request wakes the project at that moment', async () => {
    await query(`select cron.schedule('daily', '0 12 * * *', 'select 1')`)
    await service.stop?.(project)
    jumpTo('12:00:02')
    await service.start?.(project)
    await expect.poll(statuses, GENEROUS).toEqual(['succeeded'])
  })

  it('skips a job that was due long ago', async () => {
    await query(`select cron.schedule('daily', '0 12 * * *', 'select 1')`)
    await service.stop?.(project)
    jumpTo('18:00:00')
    await service.start?.(project)
    await wake()
    await setTimeout(300)
    expect(await statuses()).toEqual([])
  })

  it('runs a job that was due while the server was down after a kill', async () => {
    await query(`select cron.schedule('daily', '0 12 * * *', 'select 1')`)
    const noon = new Date('2026-11-23T12:00:00Z')
    await expect.poll(() => added.at(-1)?.runAt, GENEROUS).toEqual(noon)
    const later = 12 * 3_600_000 - (10 * 3600 + 30 * 60 + 18) * 1000
    const next = createCron({ clock: { now: () => new Date(now().getTime() + later) } })
    await next.start?.(project)
    await expect.poll(statuses, GENEROUS).toEqual(['succeeded'])
    await next.stop?.(project)
  })
})

it('ends runs when the project stops, and marks those that a crash interrupted', async () => {
  await query(`select cron.schedule('endless', '1 second', 'select pg_sleep(1000)')`)
  await expect.poll(statuses, GENEROUS).toEqual(['running'])
  await service.stop?.(project)
  const cut = 'The project stopped while the job was running.'
  expect(await runs()).toEqual([
    { command: 'select pg_sleep(1000)', status: 'failed', return_message: cut },
  ])
  await query(`select cron.unschedule('endless')`)
  await test.run(
    `update cron.job_run_details set status = 'running', return_message = null`,
    'supabase_admin',
  )
  await service.start?.(project)
  expect(await runs()).toEqual([
    { command: 'select pg_sleep(1000)', status: 'failed', return_message: cut },
  ])
})

it('does not run jobs that were copied from another project', async () => {
  await query(`select cron.schedule('minutely', '* * * * *', 'select 1')`)
  await service.stop?.(project)
  await test.run(`update cron.stoa_project set ref = 'another'`, 'supabase_admin')
  await service.start?.(project)
  expect(await query('select active from cron.job')).toEqual([{ active: false }])
  expect(await query('select count(*)::int as count from cron.job')).toEqual([{ count: 1 }])
})

it('deletes runs older than 30 days, and all but the newest 1,000 of a job', async () => {
  await test.run(
    `insert into cron.job_run_details (jobid, username, status, start_time)
     select 1, 'postgres', 'succeeded', '2026-11-23T10:00:00Z' from generate_series(1, 1100);
     insert into cron.job_run_details (jobid, username, status, start_time)
     values (2, 'postgres', 'failed', '2026-10-01T10:00:00Z'), (3, 'postgres', 'failed', '2026-11-01T10:00:00Z')`,
    'supabase_admin',
  )
  const sweep = service.jobs?.['sweep']
  if (sweep?.needs !== 'database') throw new Error('There is no job')
  const signal = new AbortController().signal
  await sweep.run(project, { payload: {}, attempt: 1, isLastAttempt: true, signal })
  expect(
    await query('select jobid::int, count(*)::int from cron.job_run_details group by 1 order by 1'),
  ).toEqual([
    { jobid: 1, count: 1000 },
    { jobid: 3, count: 1 },
  ])
})

describe('the member routes of cron', () => {
  const jobs = async (search = '') => z.array(CronJob).parse(await member('GET', search))

  it('creates, changes, runs, lists and deletes a job', async () => {
    const { id } = z.object({ id: z.string() }).parse(
      await member('POST', '', {
        name: 'daily',
        schedule: '0 12 * * *',
        command: 'select 7',
        overlap: 'allow',
      }),
    )
    expect(await jobs()).toEqual([
      {
        id,
        name: 'daily',
        schedule: '0 12 * * *',
        command: 'select 7',
        username: 'postgres',
        is_active: true,
        overlap: 'allow',
        next_run_at: '2026-11-23T12:00:00.000Z',
        last_run: null,
      },
    ])
    expect(await jobs('?search=LECT%207')).toHaveLength(1)
    expect(await jobs('?search=100%25')).toEqual([])
    const replaces = { schedule: '0 12 * * *', command: 'select 6', overlap: 'allow' }
    expect(await member('PATCH', `/${id}`, { command: 'select 8', replaces })).toMatchObject({
      code: 'definition_changed',
    })
    await member('PATCH', `/${id}`, { is_active: false, schedule: '30 February' })
    expect(await member('PATCH', `/${id}`, { schedule: '0 0 30 2 *' })).toEqual({})
    expect(await member('GET', `/${id}`)).toMatchObject({ next_run_at: null, is_active: true })
    expect(await member('PATCH', `/${id}`, { is_active: false })).toEqual({})
    expect(await member('POST', `/${id}/run`)).toEqual({})
    const list = async (filter = '') =>
      z.array(CronRun).parse(await member('GET', `/${id}/runs${filter}`))
    await expect.poll(async () => (await list('?status=succeeded')).length, GENEROUS).toBe(1)
    const [run] = await list()
    expect(run).toMatchObject({ command: 'select 7', message: '1 row', status: 'succeeded' })
    expect(await list('?status=failed')).toEqual([])
    expect(await list(`?before=${run?.id}`)).toEqual([])
    expect((await jobs())[0]?.last_run).toEqual(run)
    expect(await member('DELETE', `/${id}`)).toEqual({})
    expect(await jobs()).toEqual([])
    expect(await list()).toEqual([run])
    expect(audited.map(({ action }) => action)).toEqual([
      'cron_job.create',
      'cron_job.update',
      'cron_job.update',
      'cron_job.run',
      'cron_job.delete',
    ])
  })

  it('creates a job that makes a call, with the SQL of its preview', async () => {
    const call = { kind: 'routine', schema: 'public', name: 'a"b', is_procedure: true }
    await member('POST', '', { name: 'call', schedule: '0 12 * * *', command: call })
    expect(await jobs()).toMatchObject([{ command: 'call "public"."a""b"()' }])
    const response = await app.inject({
      method: 'POST',
      url: `/platform/cron/${project.ref}/commands`,
      payload: { call },
    })
    expect(response.json()).toEqual({ command: 'call "public"."a""b"()' })
  })

  it.each([
    [{ kind: 'routine', schema: 'public', name: 'a\0b', is_procedure: false }],
    [{ kind: 'edge_function', slug: '../x', secret: null, body: '' }],
    [{ kind: 'edge_function', slug: 'hello', secret: null, body: '{' }],
    [{ kind: 'request', method: 'GET', url: 'file:///etc/passwd', headers: {}, body: '' }],
    [
      {
        kind: 'request',
        method: 'GET',
        url: 'http://a',
        headers: { a: 'x'.repeat(9000) },
        body: '',
      },
    ],
  ])('refuses the call %j', async (command) => {
    const answer = await member('POST', '', { name: 'call', schedule: '0 12 * * *', command })
    expect(answer).toEqual({ code: 'invalid_request' })
  })

  it('refuses invalid jobs', async () => {
    const job = { name: 'one', schedule: '@daily', command: 'select 1' }
    await member('POST', '', job)
    expect(await member('POST', '', job)).toEqual({ code: 'job_exists' })
    expect(await member('POST', '', { ...job, name: 'two', schedule: 'now' })).toEqual({
      code: 'invalid_schedule',
    })
    expect(await member('POST', '', { ...job, name: 'ä'.repeat(40) })).toEqual({
      code: 'invalid_job',
    })
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/run'],
      ['GET', '/runs'],
    ] as const)
      expect(await member(method, `/999${path}`, method === 'PATCH' ? {} : undefined)).toEqual({
        code: 'job_not_found',
      })
    expect(audited.map(({ action }) => action)).toEqual(['cron_job.create'])
  })
})

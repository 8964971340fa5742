import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from 'pg'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { sql } from '../../postgres/sql.ts'
import { cases, refused } from '../../../test/cron/schedule-cases.ts'

let test: TestProject
let client: Client

beforeAll(async () => {
  test = await createTestProject()
  client = await test.database.connect('postgres', 'test')
})
afterAll(async () => {
  await client.end()
  await test.stop()
})
beforeEach(async () => {
  await query('reset role; select cron.unschedule(jobid) from cron.job')
})

async function query(text: string) {
  const { rows } = await client.query<Record<string, unknown>>(text)
  return rows
}

describe('the functions of pg_cron', () => {
  it.each([
    [`'nightly', 'sometimes'`, 'invalid overlap policy: sometimes'],
    [`'nightly', null`, 'invalid overlap policy: null'],
    [`'missing', 'skip'`, "could not find valid entry for job 'missing'"],
    [`0, 'skip'`, 'could not find valid entry for job 0'],
  ])('refuse the overlap policy %s', async (given, message) => {
    await query(`select cron.schedule('nightly', '0 3 * * *', 'vacuum')`)
    await expect(query(`select cron.stoa_set_overlap(${given})`)).rejects.toThrow(message)
  })

  it.each([
    `select cron.schedule('30 3 * * 6', $$delete from events where event_time < now() - interval '1 week'$$)`,
    `select cron.schedule('nightly-vacuum', '0 10 * * *', 'vacuum')`,
    `select cron.schedule('process-updates', '5 seconds', 'call process_updates()')`,
    `select cron.schedule('process-new-month', '0 12 $ * *', 'call process_month_end()')`,
    `select cron.schedule_in_database('weekly-vacuum', '0 4 * * 0', 'vacuum', 'postgres')`,
    `select cron.schedule('invoke-function-every-half-minute', '30 seconds', $$
       select net.http_post(url := 'https://project-ref.supabase.co/functions/v1/hello',
         headers := jsonb_build_object('Content-Type', 'application/json'),
         body := jsonb_build_object('time', now()), timeout_milliseconds := 5000) as request_id $$)`,
  ])('take %s', async (text) => {
    const [row] = await query(text)
    expect(Object.values(row ?? {})).toEqual([expect.stringMatching(/^\d+$/)])
    expect(await query('select username, database, active, nodename from cron.job')).toEqual([
      { username: 'postgres', database: 'postgres', active: true, nodename: 'localhost' },
    ])
  })

  it('replace a job of the same name, change and remove it', async () => {
    const [first] = await query(`select cron.schedule('nightly', '0 3 * * *', 'vacuum') as id`)
    expect(await query(`select cron.schedule('nightly', '0 4 * * *', 'analyze') as id`)).toEqual([
      first,
    ])
    await query(
      `select cron.alter_job(${String(first?.['id'])}, schedule := '@daily', active := false)`,
    )
    expect(await query('select schedule, command, active from cron.job')).toEqual([
      { schedule: '@daily', command: 'analyze', active: false },
    ])
    expect(await query(`select cron.unschedule('nightly') as done`)).toEqual([{ done: true }])
    expect(await query('select from cron.job')).toEqual([])
  })

  it.each([
    [`select cron.schedule('x', '61 * * * *', 'select 1')`, 'invalid schedule: 61 * * * *'],
    [`select cron.schedule('x', '60 seconds', 'select 1')`, 'invalid schedule: 60 seconds'],
    [`select cron.schedule('x', '* * * * *', ' ')`, 'The command of a job has'],
    [`select cron.schedule('', '* * * * *', 'select 1')`, 'The name of a job has'],
    [`select cron.schedule('x', null, 'select 1')`, 'A job needs a schedule and a command'],
    [`select cron.unschedule('none')`, "could not find valid entry for job 'none'"],
    [`select cron.unschedule(77)`, 'could not find valid entry for job 77'],
    [`select cron.alter_job(77, active := true)`, 'could not find valid entry for job 77'],
    [
      `select cron.schedule_in_database('x', '* * * * *', 'select 1', 'other')`,
      'Jobs cannot run in the database other',
    ],
    [
      `select cron.schedule_in_database('x', '* * * * *', 'select 1', 'postgres', 'anon')`,
      'Jobs cannot run as the role anon',
    ],
    [`update cron.job set active = true`, 'permission denied for table job'],
    [`set role service_role; select cron.schedule('@daily', 'x')`, 'permission denied'],
  ])('refuse %s', async (text, message) => {
    await expect(query(text)).rejects.toThrow(message)
  })
})

it.each([
  ...cases.map(([text]) => [text, true] as const),
  ...refused.map((text) => [text, false] as const),
])('reads %j in SQL as in the dashboard', async (text, valid) => {
  const row = z.object({ valid: z.boolean() })
  const read = sql`select cron.stoa_is_schedule(${text}) as valid`
  expect(await test.database.as('supabase_cron_admin').one(read, row)).toEqual({ valid })
})

import type { PastRun } from '@stoa/contract/platform/content-history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import type { MemberRun } from '../../project/member-run.ts'
import { sql } from '../../postgres/sql.ts'
import { MAX_RUN_CHARACTERS, MAX_RUNS } from './limits.ts'
import { recordRun } from './run-history.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let slug: string
let ref: string
let projectId: number
let calls: ReturnType<typeof createContentCalls>
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  calls = createContentCalls(test, ref)
  reader = await test.memberOf(slug, 'read_only')
  const { rows } = await session().text(sql`select id from platform.projects where ref = ${ref}`)
  projectId = Number(rows[0]?.[0])
})
afterAll(() => test.stop())

const session = () => test.control.database.as('supabase_admin')

const record = (as: TestPerson, change: Partial<MemberRun> = {}) =>
  recordRun(
    { session: session(), clock: { now: () => test.clock.at } },
    {
      member: {
        kind: 'person',
        userId: as.userId,
        email: as.email,
        isOperator: false,
        hasSecondFactor: false,
        credential: 'session',
        sessionId: null,
      },
      scope: { organizationId: 1, slug, standing: 'owner', projectId, ref },
    },
    {
      sql: 'select 1',
      isMasked: false,
      durationMs: 1.5,
      ended: 'committed',
      rowCount: 1,
      errorCode: null,
      errorMessage: null,
      role: null,
      ...change,
    },
  )

const list = async (as: TestPerson, search = '') =>
  (await calls.send('GET', `/history${search}`, { as })).json<{
    runs: PastRun[]
    has_more: boolean
  }>()
const clear = (as: TestPerson) => calls.send('DELETE', '/history', { as })

describe('the history of runs', () => {
  it("lists a person's own runs in pages, the newest first, and finds them", async () => {
    await record(owner, { sql: 'select 1 -- Flint' })
    await record(owner, {
      sql: 'select 1/0',
      ended: null,
      rowCount: null,
      errorCode: 'query_failed',
      errorMessage: 'division by zero',
    })
    await record(reader, { sql: 'select 3' })
    const { runs, has_more: hasMore } = await list(owner)
    expect(hasMore).toBe(false)
    expect(runs).toMatchObject([
      { sql: 'select 1/0', ended: null, error_message: 'division by zero' },
      { sql: 'select 1 -- Flint', ended: 'committed', row_count: 1, duration_ms: 1.5 },
    ])
    const first = await list(owner, '?limit=1')
    expect([first.runs.length, first.has_more]).toEqual([1, true])
    expect((await list(owner, `?limit=1&before=${first.runs[0]?.id}`)).runs).toEqual([runs[1]])
    expect((await list(owner, '?search=FLINT')).runs).toEqual([runs[1]])
    expect((await list(owner, '?search=by%20zero')).runs).toEqual([runs[0]])
    expect((await list(owner, '?outcome=failed')).runs).toEqual([runs[0]])
    expect((await list(owner, '?outcome=succeeded')).runs).toEqual([runs[1]])
    expect((await list(reader)).runs).toHaveLength(1)
  })

  it('is cleared by its owner only for themselves', async () => {
    await record(owner)
    await record(reader)
    expect((await clear(owner)).statusCode).toBe(200)
    expect((await list(owner)).runs).toEqual([])
    expect((await list(reader)).runs).not.toEqual([])
  })

  it('cuts long texts and stores what Postgres cannot', async () => {
    await clear(owner)
    await record(owner, { sql: `select '${'x'.repeat(MAX_RUN_CHARACTERS)}'`, errorMessage: 'a\0b' })
    const [run] = (await list(owner)).runs
    expect([run?.is_cut, run?.sql.length]).toEqual([true, MAX_RUN_CHARACTERS])
  })

  it('keeps the last thousand runs, for 90 days', async () => {
    await clear(owner)
    await session().run(sql`
      insert into platform.sql_runs
        (user_id, project_id, sql, is_cut, is_masked, started_at, duration_ms, ended)
      select ${owner.userId}, ${projectId}, 'select ' || n, false, false, ${test.clock.at}, 1, 'committed'
      from generate_series(1, ${MAX_RUNS + 10}::integer) n`)
    await record(owner, { sql: 'last' })
    const { rows } = await session().text(sql`
      select count(*), max(sql) filter (where sql = 'last') from platform.sql_runs
      where user_id = ${owner.userId}`)
    expect(rows).toEqual([[String(MAX_RUNS), 'last']])
    const before = test.clock.at
    test.clock.at = new Date(before.getTime() + 90 * 24 * 3_600_000)
    expect((await list(owner)).runs).toEqual([])
    const { platform } = await test.restart()
    await platform.start()
    test.clock.at = before
    expect((await list(owner)).runs).toEqual([])
  })
})

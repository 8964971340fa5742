import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostHeld } from '../../../../test/memory.ts'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

const run = (sql: string, options?: object) => meta.call('POST', '/query', query(sql, options))

describe('running SQL text of any size', () => {
  it('keeps a select over a million rows in flat memory', async () => {
    await run(`create table million as
      select n as id, repeat('x', 200) as pad from generate_series(1, 1000000) n`)
    const most = await mostHeld(async () => {
      const single = await run('select * from million', { row_limit: 1000 })
      expect(single.body.results[0].rows).toHaveLength(1000)
      const drained = await run('select * from million; select 2', { row_limit: 10 })
      expect(drained.body.results).toMatchObject([
        { is_limited: true, row_count: 1_000_000 },
        { is_limited: false, rows: [['2']] },
      ])
    })
    // The table has 250 MB.
    expect(most).toBeLessThan(30_000_000)
  })

  it('drops a row that is larger than the limit of kept rows', async () => {
    const { body } = await run("select repeat('x', 200000000) union all select 'y'; select 1")
    expect(body.results).toMatchObject([{ rows: [], is_limited: true }, { rows: [['1']] }])
  })

  it('truncates a notice of a hundred megabytes', async () => {
    const { body, status } = await run(
      "do $$ begin raise notice '%', repeat('x', 100000000); end $$",
    )
    expect(status).toBe(200)
    expect(body.notices[0].message).toHaveLength(10_000)
  })

  it('truncates an error message of fifty megabytes', async () => {
    const { status, body } = await run(
      "do $$ begin raise exception '%', repeat('x', 50000000); end $$",
    )
    expect(status).toBe(400)
    expect(body.details.sqlstate).toBe('P0001')
    expect(body.message.length).toBeLessThan(2_000_000)
  })
})

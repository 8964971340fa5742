import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { systemClock } from '../../../lib/clock.ts'
import { createTurns } from '../../../lib/turns.ts'
import { createThreadDescriber } from '../introspection/describe-in-thread.ts'
import { sql } from '../../../postgres/sql.ts'
import { createLiveSchemas, type LiveSchemas } from './live-schemas.ts'

let test: TestProject
let schemas: LiveSchemas
beforeAll(async () => {
  test = await createTestProject()
  await test.run('create table first (id int primary key)')
  schemas = createLiveSchemas(test.project, {
    clock: systemClock,
    inTurns: createTurns(),
    describeLarge: createThreadDescriber(),
  })
})
afterAll(async () => {
  await schemas.close()
  await test.stop()
})

const tablesOf = async (role = 'service_role') =>
  (await schemas.refresh(role)).model.tables.map(({ name }) => name)

const listeners = async () =>
  (
    await test.database
      .as('supabase_admin')
      .one(
        sql`select count(*)::int as count from pg_stat_activity where application_name = 'stoa-listener'`,
        z.object({ count: z.int() }),
      )
  ).count

describe('the live schemas', () => {
  it('open no connection before the first request, and one for all roles after it', async () => {
    expect(await listeners()).toBe(0)
    await schemas.of('service_role')
    await schemas.of('anon')
    expect(await listeners()).toBe(1)
  })

  it('stay the same until something changes that the role can see', async () => {
    const before = await schemas.of('anon')
    expect(await schemas.of('anon')).toBe(before)
    await test.run('create schema elsewhere; create table elsewhere.other (id int primary key)')
    expect(await schemas.refresh('anon')).toBe(before)
  })

  it('share one reading among concurrent requests', async () => {
    await test.run('create table second (id int primary key)')
    await schemas.refresh('anon')
    const together = await Promise.all(
      Array.from({ length: 10 }, () => schemas.of('authenticated')),
    )
    expect(new Set(together).size).toBe(1)
  })

  it('notice granted and revoked privileges', async () => {
    await test.run('revoke all on first from anon')
    expect(await tablesOf('anon')).not.toContain('first')
    expect(await tablesOf()).toContain('first')
    await test.run('grant select on first to anon')
    expect(await tablesOf('anon')).toContain('first')
  })

  it('include every change committed before the request', async () => {
    for (const most of [3, 4, 5, 6, 7]) {
      await test.run(`comment on table first is '@graphql({"max_rows": ${most}})'`)
      const { model } = await schemas.of('anon')
      expect(model.tables.find(({ name }) => name === 'first')?.maxRows).toBe(most)
    }
  })

  it('can be read next to a table without columns', async () => {
    await test.run('create table empty ()')
    expect(await tablesOf()).toContain('first')
  })

  it('are built one at a time for each role, even if the schema changes often', async () => {
    const inTurns = createTurns()
    let building = 0
    let most = 0
    let built = 0
    const counted = createLiveSchemas(test.project, {
      clock: systemClock,
      describeLarge: createThreadDescriber(),
      inTurns: async (work) => {
        built += 1
        most = Math.max(most, (building += 1))
        try {
          return await inTurns(work)
        } finally {
          building -= 1
        }
      },
    })
    const asked: Promise<number | undefined>[] = []
    for (let rows = 1; rows <= 20; rows += 1) {
      await test.run(`comment on table first is '@graphql({"max_rows": ${rows}})'`)
      // Several callers request each state of the schema.
      for (let caller = 0; caller < 5; caller += 1)
        asked.push(
          counted
            .of('anon')
            .then(({ model }) => model.tables.find(({ name }) => name === 'first')?.maxRows),
        )
    }
    const seen = await Promise.all(asked)
    await counted.close()
    seen.forEach((rows, at) => expect(rows).toBeGreaterThanOrEqual(Math.floor(at / 5) + 1))
    expect(most).toBe(1)
    expect(built).toBeLessThanOrEqual(20)
  })

  it('notice changes after their connection was lost', async () => {
    await test.database.as('supabase_admin').many(
      sql`select pg_terminate_backend(pid) as done from pg_stat_activity
          where application_name = 'stoa-listener'`,
      z.object({ done: z.boolean() }),
    )
    await test.run('create table after_cut (id int primary key)')
    expect(await tablesOf()).toContain('after_cut')
    await test.run('create table and_later (id int primary key)')
    expect(await tablesOf()).toContain('and_later')
    expect(await listeners()).toBe(1)
  })

  it('follow the setting of exposed schemas', async () => {
    const exposed = test.project.settings.of(dataApiSettings).exposed_schemas
    await test.run(
      'grant usage on schema elsewhere to anon; grant select on elsewhere.other to anon',
    )
    exposed.push('elsewhere')
    expect((await schemas.of('anon')).model.tables.map(({ name }) => name)).toContain('other')
    exposed.pop()
    expect((await schemas.of('anon')).model.tables.map(({ name }) => name)).not.toContain('other')
  })
})

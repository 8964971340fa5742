import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import type { Engine } from './engine.ts'
import { rawSql } from '../sql.ts'
import { extensionControlPath } from './stand-ins.ts'

const engine: Engine = {
  kind: 'embedded',
  version: '18.4',
  major: 18,
  binDir: '/',
  extensions: [],
  standIns: [],
}

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

it.each([
  'create extension pg_cron with schema pg_catalog',
  'create extension if not exists pg_net with schema extensions',
  'create extension if not exists "pg_net" schema "extensions"',
  'create extension pgmq',
  'create extension if not exists "supabase_vault" with schema "vault"',
  'create extension if not exists "pg_graphql" with schema "graphql"',
])('the owner runs %s, which creates nothing', async (statement) => {
  const owner = test.database.as('postgres')
  const count = rawSql(`
    select (select count(*)::int from pg_proc) as functions,
      (select count(*)::int from pg_class) as relations`)
  const Counts = z.object({ functions: z.number(), relations: z.number() })
  const before = await owner.one(count, Counts)
  await owner.run(rawSql(statement))
  expect(await owner.one(count, Counts)).toEqual(before)
  const name = /\b(?:pg_\w+|pgmq|supabase_vault)/.exec(statement)?.[0] ?? ''
  await owner.run(rawSql(`drop extension ${name}`))
})

it('starts without stand-ins where they cannot be written', () => {
  expect(extensionControlPath('/dev/null/missing', engine)).toBe('$system')
  expect(extensionControlPath('/tmp/a:b', engine)).toBe('$system')
})

it('leaves the functions of a schema when its stand-in is dropped', async () => {
  const owner = test.database.as('postgres')
  await owner.run(rawSql('create extension pg_cron'))
  await owner.run(rawSql('drop extension pg_cron cascade'))
  const schedule = rawSql(`select cron.schedule('kept', '@daily', 'select 1')::text as id`)
  const { id } = await owner.one(schedule, z.object({ id: z.string() }))
  expect(id).toMatch(/^\d+$/)
})

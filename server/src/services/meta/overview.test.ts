import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { sql } from '../../postgres/sql.ts'
import { overview } from './overview.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
  // As the project's owner, who can create a function that hides a built-in one.
  await test.project.database.as('postgres').transaction(async (tx) => {
    await tx.run(sql`create table public.open_table (id int)`)
    await tx.run(sql`create table public.closed_table (id int)`)
    await tx.run(sql`alter table public.closed_table enable row level security`)
    await tx.run(sql`create table public.governed (id int)`)
    await tx.run(sql`alter table public.governed enable row level security`)
    await tx.run(sql`create policy reading on public.governed for select using (true)`)
    await tx.run(sql`create table public.ungranted (id int)`)
    await tx.run(sql`revoke all on public.ungranted from anon, authenticated`)
    await tx.run(sql`create table public.parts (id int) partition by range (id)`)
    await tx.run(
      sql`create table public.first_part partition of public.parts for values from (0) to (9)`,
    )
    await tx.run(sql`alter table public.parts enable row level security`)
    await tx.run(sql`create schema private`)
    await tx.run(sql`create schema supabase_migrations`)
    await tx.run(sql`create table supabase_migrations.schema_migrations (version text)`)
    await tx.run(sql`create table private.unexposed (id int)`)
    await tx.run(sql`insert into public.parts select 1 from generate_series(1, 50)`)
    await tx.run(sql`create function public.pg_database_size(name) returns bigint
      language sql as 'select -1::bigint'`)
    await tx.run(sql`alter role postgres set search_path = public, pg_catalog`)
  })
})
afterAll(() => test.stop())

it('counts tables and rows but no records of migrations, partitions as their table, and names tables for samples', async () => {
  await test.project.database.as('postgres').run(sql`analyze public.parts`)
  const { figures = [], sampleTables } = (await overview.read?.(test.project)) ?? {}
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ tables: 6, rows: 50 })
  expect(values.database_bytes).toBeGreaterThan(1_000_000)
  expect(sampleTables?.[0]).toBe('parts')
  expect(sampleTables).not.toContain('unexposed')
})

it('names the tables that the API serves without row level security or without policies', async () => {
  const { notices = [] } = (await overview.read?.(test.project)) ?? {}
  expect(
    notices.map(({ code, count, tables }) => [code, count, tables.map(({ name }) => name)]),
  ).toEqual([
    ['rls_disabled', 1, ['open_table']],
    ['no_policies', 2, ['closed_table', 'parts']],
  ])
})

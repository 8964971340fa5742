import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../test/project.ts'
import { fixFunctionPaths } from './function-paths.ts'

let test: TestProject
let superuser: Client

beforeAll(async () => {
  test = await createTestProject()
  superuser = await test.database.connect('supabase_admin', 'test')
})
afterAll(async () => {
  await superuser.end()
  await test.stop()
})

/**
 * Creates functions from the text after their name, fixes all paths, and returns the path of each.
 */
async function pathsOf(functions: Readonly<Record<string, { by: string; as: string }>>) {
  await superuser.query('create schema made; grant create, usage on schema made to public')
  for (const [name, { by, as }] of Object.entries(functions))
    await superuser.query(`
      set role ${by}; create function made.${name}() returns ${as}; reset role`)
  await fixFunctionPaths(superuser)
  const { rows } = await superuser.query<{ name: string; path: string }>(`
    select proname as name, coalesce(array_to_string(proconfig, ';'), 'none') as path from pg_proc
    where pronamespace = 'made'::regnamespace`)
  await superuser.query('drop schema made cascade')
  return Object.fromEntries(rows.map(({ name, path }) => [name, path]))
}

const GUARDED = 'search_path=pg_catalog, pg_temp'
const SQL = `text language sql as 'select $a$b$a$'`
const LENDS = `text language sql security definer as 'select $a$b$a$'`
const LISTENS = `event_trigger language plpgsql as 'begin end'`
const SERVICE = 'supabase_vault_admin'

it('ends the path of each function with more rights than the owner’s in pg_temp', async () => {
  const paths = await pathsOf({
    of_superuser: { by: 'supabase_admin', as: SQL },
    of_superuser_on_empty: { by: 'supabase_admin', as: `${SQL} set search_path = ''` },
    lends_of_superuser: { by: 'supabase_admin', as: LENDS },
    listens: { by: 'supabase_admin', as: LISTENS },
    lends: { by: SERVICE, as: LENDS },
    lends_on_empty: { by: SERVICE, as: `${LENDS} set search_path = ''` },
    lends_on_path: { by: SERVICE, as: `${LENDS} set search_path = vault, "$user", "A b"` },
    lends_standard: { by: SERVICE, as: `text language sql security definer return 'b'` },
    on_empty: { by: SERVICE, as: `${SQL} set search_path = ''` },
    lends_guarded: { by: SERVICE, as: `${LENDS} set search_path = vault, pg_temp` },
  })
  expect(paths).toEqual({
    of_superuser: GUARDED,
    of_superuser_on_empty: GUARDED,
    lends_of_superuser: GUARDED,
    listens: GUARDED,
    lends: GUARDED,
    lends_on_empty: GUARDED,
    lends_on_path: 'search_path=vault, "$user", "A b", pg_temp',
    lends_standard: GUARDED,
    on_empty: GUARDED,
    lends_guarded: 'search_path=vault, pg_temp',
  })
})

it('repeats no path that is more than plain names, and none that has pg_temp before others', async () => {
  const paths = await pathsOf({
    first: { by: SERVICE, as: `${LENDS} set search_path = pg_temp, vault` },
    among: { by: SERVICE, as: `${LENDS} set search_path = vault, pg_temp, public` },
    twice: { by: SERVICE, as: `${LENDS} set search_path = vault, pg_temp, public, pg_temp` },
    statement: {
      by: SERVICE,
      as: `${LENDS} set search_path = "a"";alter role postgres superuser;--"`,
    },
  })
  expect(new Set(Object.values(paths))).toEqual(new Set([GUARDED]))
  const { rows } = await superuser.query(`select rolsuper from pg_roles where rolname = 'postgres'`)
  expect(rows).toEqual([{ rolsuper: false }])
})

it('leaves alone functions that run as their caller without a path, and all of the owner’s', async () => {
  const paths = await pathsOf({
    of_service: { by: SERVICE, as: SQL },
    standard_of_superuser: { by: 'supabase_admin', as: `text language sql return 'b'` },
    lends: { by: 'postgres', as: LENDS },
    lends_on_empty: { by: 'postgres', as: `${LENDS} set search_path = ''` },
    listens: { by: 'postgres', as: LISTENS },
  })
  expect(paths).toEqual({
    of_service: 'none',
    standard_of_superuser: 'none',
    lends: 'none',
    lends_on_empty: 'search_path=""',
    listens: 'none',
  })
})

it('leaves alone what a trusted extension of the owner’s contains', async () => {
  await test.run('create extension citext')
  await fixFunctionPaths(superuser)
  const { rows } = await superuser.query(
    `select from pg_proc where proconfig is not null and proname ~ 'citext'`,
  )
  expect(rows).toEqual([])
})

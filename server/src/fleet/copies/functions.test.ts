import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesOf, ownFunctions, withMoreRights } from '../../../test/own-functions.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import {
  CALLS,
  outcomesOf,
  prepareDatabase,
  shadowNames,
  warningsOf,
} from '../../../test/temporary-names/index.ts'
import { fixFunctionPaths } from '../../postgres/function-paths.ts'

/**
 * These functions run as their caller, with no additional rights, and have no search path of their
 * own. A path would also apply to the project's functions that policies call, and would keep
 * Postgres from inlining these.
 */
const OF_POLICIES = [
  'storage.allow_any_operation(text[])',
  'storage.allow_only_operation(text)',
  'storage.can_insert_object(text,text,uuid,jsonb)',
  'storage.enforce_bucket_name_length()',
  'storage.extension(text)',
  'storage.filename(text)',
  'storage.foldername(text)',
  'storage.get_size_by_bucket()',
  'storage.list_level(text,text,integer,integer,text,boolean,boolean)',
  'storage.note_removed_version()',
  'storage.operation()',
  'storage.protect_delete()',
  'storage.search(text,text,integer,integer,integer,text,text,text)',
  'storage.search_v2(text,text,integer,integer,text,text,text,text)',
  'storage.update_updated_at_column()',
]
/**
 * Runs as its caller for each row of a table with webhooks, where setting a path costs just as
 * much.
 */
const OF_ROWS = ['supabase_functions.stoa_webhook()']

/** The first two always fail, which Postgres does not count; only the server may call the last. */
const NOT_COUNTED = [
  'extensions.graphql_refuse(text)',
  'extensions.pgrst_refuse(json,json)',
  'vault.stoa_rotate(uuid)',
]

let test: TestProject
let superuser: Client

beforeAll(async () => {
  test = await createTestProject()
  superuser = await test.database.connect('supabase_admin', 'test')
  await asOwner(prepareDatabase)
  await test.run(
    `create function public.hears() returns event_trigger language plpgsql as 'begin end'`,
  )
  await superuser.query(`
    create event trigger hears on ddl_command_end execute function public.hears();
    insert into storage.webhooks (id, project_ref, name, url, events, sealed_secret) values (
      gen_random_uuid(), 'ref', 'all', 'https://example.com', '{object.created,object.removed}', '');
    alter database postgres set track_functions = 'all'`)
})
afterAll(async () => {
  await superuser.end()
  await test.stop()
})

async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await test.database.connect('postgres', 'test')
  return work(owner).finally(() => owner.end())
}

async function isOwnerSuperuser(): Promise<boolean> {
  const { rows } = await superuser.query<{ rolsuper: boolean }>(
    `select rolsuper from pg_roles where rolname = 'postgres'`,
  )
  return rows[0]?.rolsuper === true
}

describe('each function of a finished project', () => {
  it('has a search path that ends in pg_temp, unless it runs as its caller for a reason', async () => {
    const unguarded = (await ownFunctions(superuser)).filter(({ is_guarded }) => !is_guarded)
    expect(namesOf(unguarded)).toEqual([...OF_POLICIES, ...OF_ROWS])
  })

  it('has such a path if it runs with more rights than its caller, or is called by one that does', async () => {
    const functions = withMoreRights(await ownFunctions(superuser))
    expect(functions.length).toBeGreaterThan(40)
    expect(namesOf(functions.filter(({ is_guarded }) => !is_guarded))).toEqual([])
  })

  it('is in a schema of its service, not in the catalog', async () => {
    const { rows } = await superuser.query(`
      select oid::regprocedure::text as name from pg_proc
      where oid >= 16384 and pronamespace = 'pg_catalog'::regnamespace
      union all
      select oid::regclass::text from pg_class
      where oid >= 16384 and relnamespace = 'pg_catalog'::regnamespace`)
    expect(rows).toEqual([])
  })
})

it('finds no temporary object of its caller when it runs with more rights', async () => {
  const functions = withMoreRights(await ownFunctions(superuser))
  /** Functions are compiled once in a session, until they change. */
  const change = (what: string) =>
    superuser.query(functions.map(({ name }) => `alter function ${name} ${what};`).join(''))
  const expected = await asOwner((owner) => outcomesOf(owner, CALLS))
  await asOwner(async (owner) => {
    const warnings = warningsOf(owner)
    await shadowNames(owner)
    await change('cost 101')
    expect(await outcomesOf(owner, CALLS)).toEqual(expected)
    expect([...warnings]).toEqual([])
    // On an empty path, which searches temporary objects first, it names the schema of each type
    // and relation.
    await change(`set search_path = ''`)
    expect(await outcomesOf(owner, CALLS)).toEqual(expected)
    expect([...warnings]).toEqual([])
  }).finally(() => fixFunctionPaths(superuser))
  expect((await superuser.query('select what, as_role from shadow.ran')).rows).toEqual([])
  expect(await isOwnerSuperuser()).toBe(false)
})

it('was called above if it runs with more rights', async () => {
  const read = async () => {
    const functions = withMoreRights(await ownFunctions(superuser))
    return namesOf(functions.filter(({ calls }) => calls === 0))
  }
  await expect.poll(read).toEqual(NOT_COUNTED)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

describe('the project’s owner, role postgres', () => {
  it.each([
    ['makes tables and lets the API roles at them', 'create table t (id int); select * from t'],
    ['makes schemas', 'create schema shop'],
    ['makes roles and grants them', 'create role clerk; grant authenticated to clerk'],
    ['installs trusted extensions', 'create extension citext schema extensions'],
    ['refers to accounts and watches them', 'create table p (id uuid references auth.users (id))'],
    ['becomes the API roles', 'set role anon; reset role'],
    ['reads what the server is doing', 'select * from pg_stat_activity'],
    ['sees past row level security', "select count(*) from auth.users where email = 'x'"],
    // As pg_read_all_data, so that pg_dump works. Verifiers are among it: the services' are of
    // random passwords of 256 bits, and a verifier signs nobody in.
    ['reads every table, for a dump', 'select * from stoa.migrations; select * from pg_authid'],
  ])('%s', async (_what, text) => {
    await expect(test.run(text)).resolves.toBeUndefined()
  })

  it.each([
    ['is no superuser', 'alter role postgres superuser'],
    ['reads no file of the machine', "select pg_read_file('/etc/passwd')"],
    ['runs no program of the machine', "copy (select 1) to program 'true'"],
    ['loads no library', "load '$libdir/pg_prewarm'"],
    ['becomes no service administrator', 'set role supabase_auth_admin'],
    ['becomes no superuser', 'set role supabase_admin'],
    ['changes no service’s password', "alter role supabase_admin password 'x'"],
    ['drops no service’s tables', 'drop table auth.users'],
    ['changes no setting of the server', "alter system set log_directory = '/tmp'"],
  ])('%s', async (_what, text) => {
    await expect(test.run(text)).rejects.toMatchObject({
      code: expect.stringMatching(/^42|^0A|^28/),
    })
  })
})

it('the API’s own login can do nothing but become the caller', async () => {
  await test.run('create table secret (id int); revoke all on secret from authenticator')
  const client = await test.database.connect('authenticator', 'test')
  try {
    await expect(client.query('select * from secret')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('set role postgres')).rejects.toMatchObject({ code: '42501' })
    await client.query('set role service_role')
    const { rowCount } = await client.query('select * from secret')
    expect(rowCount).toBe(0)
  } finally {
    await client.end()
  }
})

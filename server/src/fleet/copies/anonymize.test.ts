import { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { anonymize } from './anonymize.ts'

const SECRET = 'ada@home.example'

let test: TestProject
let superuser: Client

beforeAll(async () => {
  test = await createTestProject()
  superuser = await test.database.connect('supabase_admin', 'test')
  await test.run(`
    create domain public.short as text check (length(value) < 20);
    create table public.people (id int primary key, email text not null unique, name varchar(12),
      code uuid, short public.short, twice text generated always as (name || name) stored);
    insert into public.people values (1, '${SECRET}', 'Ada', gen_random_uuid(), 'x'),
      (2, 'ben@home.example', null, null, null);
    create view public.names as select name from public.people;
    create table public.ruled (name text);
    create rule keep as on update to public.ruled do instead nothing;
    create role clerk; grant clerk to postgres; grant create on schema public to clerk;
    create table public.foreign_owner (name text); alter table public.foreign_owner owner to clerk`)
})
afterAll(async () => {
  await superuser.end()
  await test.stop()
})

const apply = (...rules: readonly Record<string, string>[]) =>
  anonymize(
    superuser,
    rules.map((rule) => AnonymizeRule.parse({ schema: 'public', table: 'people', ...rule })),
    async (owner) => (owner === 'postgres' ? test.database.connect('postgres', 'test') : undefined),
  )

async function peopleNow() {
  const { rows } = await superuser.query<Record<string, string | null>>(
    'select email, name, code, short from public.people order by id',
  )
  return rows
}

it.each([
  [{ column: 'email', rule: 'null' }, 'public.people.email cannot be applied: email must not be'],
  [{ column: 'email', rule: 'constant', value: 'x' }, 'people_email_key needs unique values'],
  [{ column: 'short', rule: 'hash' }, 'short_check does not allow the new values'],
  [{ column: 'id', rule: 'fake_email' }, 'the type of the column does not take'],
  [{ column: 'code', rule: 'fake_name' }, 'the type of the column does not take'],
  [{ column: 'twice', rule: 'null' }, 'the type of the column does not take'],
  [{ column: 'nothing', rule: 'null' }, 'there is no such column'],
  [{ table: 'names', column: 'name', rule: 'null' }, 'it belongs to a view or a foreign table'],
  [{ table: 'ruled', column: 'name', rule: 'null' }, 'its table has rewrite rules for UPDATE'],
  [{ table: 'foreign_owner', column: 'name', rule: 'null' }, 'a role other than postgres'],
])('refuses %j with a reason that quotes no value, and changes nothing', async (rule, reason) => {
  const before = await peopleNow()
  const error: unknown = await apply(rule).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'anonymize_failed', status: 409 })
  expect(error).toMatchObject({ message: expect.stringContaining(reason) })
  expect(String(error)).not.toContain(SECRET)
  expect(await peopleNow()).toEqual(before)
})

it('makes phone numbers that belong to nobody, and numbers of any numeric type', async () => {
  await test.run(`
    create table public.calls (phone varchar(12) default '1', cost smallint default 9,
      total numeric(12, 2) default 1.5);
    insert into public.calls default values`)
  const rule = { table: 'calls' }
  await apply(
    { ...rule, column: 'phone', rule: 'fake_phone' },
    { ...rule, column: 'cost', rule: 'fake_number' },
    { ...rule, column: 'total', rule: 'fake_number' },
  )
  const { rows } = await superuser.query('select phone, cost::int, total::text from public.calls')
  expect(rows).toEqual([
    {
      phone: expect.stringMatching(/^\+1[2-9]\d{2}55501\d{2}$/),
      cost: expect.any(Number),
      total: expect.stringMatching(/^\d{1,4}\.00$/),
    },
  ])
})

it('replaces values, and keeps those that are null', async () => {
  await apply(
    { column: 'email', rule: 'fake_email' },
    { column: 'name', rule: 'fake_name' },
    { column: 'code', rule: 'hash' },
    { column: 'short', rule: 'constant', value: 'y' },
  )
  const people = await peopleNow()
  expect(people).toMatchObject([
    { email: expect.stringMatching(/^user-[0-9a-f]{20}@example\.com$/), short: 'y' },
    { name: null, code: null, short: null },
  ])
  // A name that is too long for its column is cut.
  expect(people[0]?.['name']).toMatch(/^[A-Z][a-z]+ [A-Za-z]+$/)
  expect(people[0]?.['code']).toMatch(/^[0-9a-f-]{36}$/)
})

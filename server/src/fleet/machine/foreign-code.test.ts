import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { withoutForeignCode } from './foreign-code.ts'

let test: TestProject
let admin: Client

beforeAll(async () => {
  test = await createTestProject()
  // Somebody who took over a service's role could attach this to its tables.
  await test.run(
    `create schema held authorization supabase_auth_admin;
     set role supabase_auth_admin;
     create table held.jobs (id bigint generated always as identity primary key,
       name text not null default 'none' check (length(name) < 100));
     create index on held.jobs (lower(name));
     create function held.evil(value text) returns text language plpgsql immutable as $$
       begin raise exception 'ran as %', current_user; end $$;
     create function held.evil_trigger() returns trigger language plpgsql as $$
       begin raise exception 'ran as %', current_user; end $$;
     create function held.evil_equal(text, text) returns boolean language sql immutable
       as 'select held.evil($1) is null';
     create operator held.=== (function = held.evil_equal, leftarg = text, rightarg = text)`,
    'supabase_admin',
  )
  admin = await test.database.connect('supabase_admin', 'test')
})
afterAll(async () => {
  await admin.end()
  await test.stop()
})
beforeEach(() => admin.query('begin; set local role supabase_auth_admin'))
afterEach(() => admin.query('rollback'))

const NAMES = ['held.jobs', 'held.jobs_id_seq', 'held.missing']
const write = async () => {
  await admin.query(`insert into held.jobs (name) values ('one')`)
  await admin.query('delete from held.jobs')
}

it.each([
  ['a check', `alter table held.jobs add check (held.evil(name) is null)`],
  ['a check with an operator', `alter table held.jobs add check (name operator(held.===) 'x')`],
  ['a default', `alter table held.jobs alter name set default held.evil('')`],
  [
    'a generated column',
    `alter table held.jobs add column more text generated always as (held.evil(name)) stored`,
  ],
  ['an index', `create index on held.jobs (held.evil(name))`],
  ['a part of an index', `create index on held.jobs (id) where held.evil(name) is null`],
  [
    'a domain',
    `create domain held.word as text check (held.evil(value) is null);
     alter table held.jobs alter name type held.word`,
  ],
  [
    'an array of a domain',
    `create domain held.word as text check (held.evil(value) is null);
     alter table held.jobs add column more held.word[]`,
  ],
  ['a rule', `create rule r as on insert to held.jobs do instead select held.evil('')`],
  ['a child', `create table held.more (check (held.evil(name) is null)) inherits (held.jobs)`],
  [
    'a view in its place',
    `drop table held.jobs;
     create view held.jobs as select 1::bigint as id, held.evil('') as name`,
  ],
  [
    'a view in place of its sequence',
    `alter table held.jobs alter id drop identity;
     create view held.jobs_id_seq as select held.evil('') as last_value`,
  ],
])('reads and writes no table with %s of others', async (_, attach) => {
  await admin.query(attach)
  await admin.query('reset role')
  await expect(withoutForeignCode(admin, NAMES, write)).rejects.toMatchObject({
    code: 'native_extension_blocked',
    message: expect.stringMatching(/^held\.jobs(?:_id_seq)? runs code/),
  })
})

it('leaves triggers off while it works, and on afterwards', async () => {
  await admin.query(`
    create trigger evil before insert or delete on held.jobs
      for each row execute function held.evil_trigger()`)
  await admin.query('reset role')
  await withoutForeignCode(admin, NAMES, write)
  await expect(write()).rejects.toThrow('ran as supabase_admin')
})

it('ignores policies, which do not apply to a superuser', async () => {
  await admin.query(`
    alter table held.jobs enable row level security;
    create policy evil on held.jobs using (held.evil(name) is null)`)
  await admin.query('reset role')
  await expect(withoutForeignCode(admin, NAMES, write)).resolves.toBeUndefined()
})

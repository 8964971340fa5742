import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema other;
    create table other."Tär""get" (id bigint primary key);
    insert into other."Tär""get" values (1);
    create table "it's 🐘" (
      id bigint generated always as identity primary key,
      "a.b" text collate "C" not null default 'x''y',
      target bigint references other."Tär""get" on delete cascade,
      twice bigint generated always as (target * 2) stored,
      unique ("a.b"), check ("a.b" <> '')
    );
    insert into "it's 🐘" ("a.b", target) values ('one', 1), ('two', null);
    create index on "it's 🐘" (lower("a.b")) where target is not null;
    alter table "it's 🐘" enable row level security;
    create policy "read it" on "it's 🐘" as restrictive for select to anon using (id > 0);
    create function stamp() returns trigger language plpgsql as 'begin return new; end';
    create trigger stamp before insert on "it's 🐘" for each row execute function stamp();
    comment on table "it's 🐘" is 'it''s';
    comment on column "it's 🐘"."a.b" is 'both';
    create view seen with (security_invoker = true) as select id from "it's 🐘";
    create materialized view counted as select count(*) as n from "it's 🐘";
    create unique index on counted (n);
    create table years (at date not null) partition by range (at);
    create table years_1 partition of years for values from ('2026-01-01') to ('2027-01-01');
  `)
})
afterAll(() => meta.stop())

const rows = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const definition = async (id: number) =>
  (await meta.call('GET', `/tables/${id}/definition`)).body.sql

async function idOf(name: string): Promise<number> {
  const { body } = await meta.call('GET', '/tables?schema=public')
  return body.find((table: { name: string }) => table.name === name).id
}

describe('the definition of a relation', () => {
  it.each(["it's 🐘", 'seen', 'counted', 'years', 'years_1'])(
    'creates %s exactly as it is',
    async (name) => {
      const text = await definition(await idOf(name))
      const quoted = `"${name}"`
      const again = await meta.call(
        'POST',
        '/query',
        query(
          `begin; drop ${kindOf(name)} ${quoted} cascade; ${text} select '${name.replaceAll("'", "''")}'; commit;`,
        ),
      )
      expect(again.body.code).toBeUndefined()
      expect(await definition(await idOf(name))).toBe(text)
      await meta.test.run(`
        create or replace view seen with (security_invoker = true) as select id from "it's 🐘";
        drop materialized view if exists counted;
        create materialized view counted as select count(*) as n from "it's 🐘";
        create unique index on counted (n);
        create table if not exists years_1 partition of years for values from ('2026-01-01') to ('2027-01-01');
        insert into "it's 🐘" ("a.b", target) values ('one', 1), ('two', null) on conflict do nothing;
      `)
    },
  )

  const kindOf = (name: string) => ({ seen: 'view', counted: 'materialized view' })[name] ?? 'table'

  it('has the size of a table, and is 404 without one', async () => {
    const { body } = await meta.call('GET', `/tables/${await idOf("it's 🐘")}/definition`)
    expect(body.size_bytes).toBeGreaterThan(0)
    expect((await meta.call('GET', '/tables/1/definition')).body.code).toBe('table_not_found')
  })
})

describe('a duplicate', () => {
  it('has the structure and the rows, and numbers new rows after them', async () => {
    const id = await idOf("it's 🐘")
    const { status, body } = await meta.call('POST', `/tables/${id}/duplicate`, {
      name: 'cöpy "x"',
      with_rows: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'cöpy "x"', rls_enabled: true, primary_key: ['id'] })
    expect(body.foreign_keys[0]).toMatchObject({ target_schema: 'other', on_delete: 'cascade' })
    expect(await rows(`select "a.b", twice from "cöpy ""x""" order by "a.b"`)).toEqual([
      ['one', '2'],
      ['two', null],
    ])
    const [[next]] = await rows(
      `insert into "cöpy ""x""" ("a.b") values ('three') returning id > (select max(id) from "it's 🐘")`,
    )
    expect(next).toBe('t')
  })

  it('is empty without rows, and previews what it does', async () => {
    const id = await idOf("it's 🐘")
    const { body } = await meta.call('POST', '/definition-previews', {
      kind: 'duplicate_table',
      id,
      name: 'bare',
    })
    expect(body.statements).toEqual([
      `create table "public"."bare" (like "public"."it's 🐘" including all)`,
      `alter table "public"."bare" add foreign key ("target") references "other"."Tär""get" ("id") on delete cascade`,
      'alter table "public"."bare" enable row level security',
    ])
    expect((await meta.call('POST', `/tables/${id}/duplicate`, { name: 'bare' })).status).toBe(201)
    expect(await rows('select count(*) from bare')).toEqual([['0']])
  })

  it('is refused for a taken name and for views', async () => {
    const copy = { name: 'seen' }
    const taken = await meta.call('POST', `/tables/${await idOf("it's 🐘")}/duplicate`, copy)
    expect(taken.body.code).toBe('duplicate_table')
    const view = await meta.call('POST', `/tables/${await idOf('seen')}/duplicate`, { name: 'x' })
    expect(view.body.code).toBe('not_a_table')
  })
})

describe('a copy with policies and triggers', () => {
  const COPY = '"the copy"'
  const copy = (id: number, options: object) =>
    meta.call('POST', `/tables/${id}/duplicate`, { name: 'the copy', ...options })
  const attached = (sql: string) =>
    sql
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) =>
        /^(?:create policy|CREATE TRIGGER|comment on policy|alter table .* trigger)/.test(
          statement,
        ),
      )
      .filter((statement) => !statement.includes('secret'))

  it('has the policies, whose subqueries name the copy, and the triggers with their states', async () => {
    await meta.test.run(`
      create table "Big Orders" (id int primary key, owner uuid);
      create table member (order_id int);
      create policy own on "Big Orders" for select to authenticated
        using (exists (select 1 from member where member.order_id = "Big Orders".id));
      comment on policy own on "Big Orders" is 'mine';
      create policy guard on "Big Orders" as restrictive for insert with check (id > 0);
      create trigger first before insert on "Big Orders" for each row
        when (new.id > 3) execute function stamp();
      create trigger second after update of owner on "Big Orders" for each row
        execute function stamp();
      alter table "Big Orders" disable trigger second;
      create trigger hook after insert on "Big Orders" for each row execute function
        supabase_functions.http_request('http://example.com', 'POST', '{"Authorization":"secret"}')`)
    const id = await idOf('Big Orders')
    const created = await copy(id, { with_policies: true, with_triggers: true })
    expect([created.status, created.body.code]).toEqual([201, undefined])
    const text = await definition(created.body.id)
    expect(attached(text.replaceAll(COPY, '"Big Orders"'))).toEqual(attached(await definition(id)))
    expect(attached(text)).toHaveLength(4)
    const { body } = await meta.call('GET', '/migrations?limit=1')
    const migration = (await meta.call('GET', `/migrations/${body.items[0].version}`)).body
    expect(JSON.stringify(migration)).not.toContain('secret')
    expect(migration.statements).toEqual(
      expect.arrayContaining([
        `comment on policy "own" on "public".${COPY} is 'mine'`,
        `alter table "public".${COPY} disable trigger second`,
      ]),
    )
    expect(migration.rollback).toEqual([`drop table "public".${COPY}`])
    await meta.test.run(`drop table ${COPY}`)
  })

  it('has none without these options', async () => {
    const { body } = await copy(await idOf('Big Orders'), {})
    expect(body.policies).toEqual([])
    expect(attached(await definition(body.id))).toEqual([])
  })
})

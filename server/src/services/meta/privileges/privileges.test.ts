import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMetaApp, type Answer, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let note = 0
let ledger = 0

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create role auditor;
    create role clerk in role auditor;
    create role "Odd ""role""";
    create schema other;
    create table other.thing ("select" int, "a""b); drop" text);
    create view public.titles as select 1 as id;
  `)
})
afterAll(() => meta.stop())

beforeEach(async () => {
  await meta.test.run(`
    drop table if exists public.note, public.ledger;
    create table public.note (id int primary key, dropped int, title text, secret text);
    alter table public.note drop column dropped;
    create table public.ledger (id int primary key, amount numeric);
    alter table public.note enable row level security;
    create policy seen on public.note for select to anon using (id > 0);
    insert into public.note values (1, 'Lighthouse', 'under the mat'), (-1, 'Harbour', 'none');
  `)
  note = await meta.idOf('note')
  ledger = await meta.idOf('ledger')
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function call(method: Method, path: string, body?: object): Promise<Answer> {
  const response = await meta.app.inject({
    method,
    url: `/platform/pg-meta/${meta.test.project.ref}${path}`,
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.json() }
}

const ID = 1
const TITLE = 3
const SECRET = 4
const column = (position: number) => ({
  column_id: `${note}.${position}`,
  grantee: 'anon',
  privilege_type: 'SELECT',
})
const table = () => ({ relation_id: note, grantee: 'anon', privilege_type: 'SELECT' })
const change = (part: { revoke?: object; grant?: object; dry_run?: boolean }) =>
  call('PATCH', '/column-privileges', { revoke: {}, grant: {}, ...part })
/** Changes a privilege on the whole table to one on all of its columns but the secret. */
const withoutSecret = () => ({
  revoke: { tables: [table()] },
  grant: { columns: [column(ID), column(TITLE)] },
})

/** The rows that a role gets through the data plane, or the SQLSTATE of the refusal. */
async function runAs(role: string, text: string): Promise<unknown> {
  try {
    const context = { role, settings: {}, isReadOnly: false }
    const [result] = await meta.test.database.asCaller(context, { text, values: [] })
    return result?.rows
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code
    throw error
  }
}

type Listed = { column_name: string; privileges: { grantee: string; privilege_type: string }[] }

/** The privileges of a role on each column of the note. */
async function heldBy(grantee: string): Promise<Record<string, string[]>> {
  const { body } = await call('GET', `/column-privileges?relation_id=${note}`)
  return Object.fromEntries(
    body.map(({ column_name, privileges }: Listed) => [
      column_name,
      privileges
        .filter((privilege) => privilege.grantee === grantee)
        .map(({ privilege_type }) => privilege_type),
    ]),
  )
}

async function rowSecurity(): Promise<unknown> {
  const { rls_enabled, policies } = (await meta.call('GET', `/tables/${note}`)).body
  return { rls_enabled, policies }
}

describe('lists of privileges', () => {
  it('are in postgres-meta’s shapes', async () => {
    const { body } = await call('GET', `/table-privileges?relation_id=${note}`)
    expect(body).toMatchObject([
      { relation_id: note, schema: 'public', name: 'note', kind: 'table' },
    ])
    expect(body[0].privileges).toContainEqual({
      grantor: 'postgres',
      grantee: 'anon',
      privilege_type: 'DELETE',
      is_grantable: false,
    })
    const columns = (await call('GET', `/column-privileges?relation_id=${note}`)).body
    expect(columns.map(({ column_id }: { column_id: string }) => column_id)).toEqual([
      `${note}.${ID}`,
      `${note}.${TITLE}`,
      `${note}.${SECRET}`,
    ])
    expect(columns[1]).toMatchObject({
      relation_schema: 'public',
      relation_name: 'note',
      column_name: 'title',
    })
    // Privileges on the table apply to its columns, as far as columns have them.
    expect(await heldBy('anon')).toMatchObject({
      secret: ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'],
    })
  })

  it('contain the requested schemas and page, and never hidden schemas', async () => {
    const schemasOf = async (search: string) => {
      const { body } = await call('GET', `/table-privileges${search}`)
      return new Set(body.map(({ schema }: { schema: string }) => schema))
    }
    expect(await schemasOf('?included_schemas=other,public')).toEqual(new Set(['other', 'public']))
    const all = await schemasOf('')
    expect(all).toContain('auth')
    expect(all).not.toContain('pg_catalog')
    expect(all).not.toContain('stoa')
    expect(await schemasOf('?excluded_schemas=auth')).not.toContain('auth')
    const system = await schemasOf('?include_system_schemas=true')
    expect(system).toContain('pg_catalog')
    expect(system).not.toContain('stoa')
    const names = async (search: string) =>
      (await call('GET', `/table-privileges?included_schemas=public${search}`)).body.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('')).toEqual(['ledger', 'note', 'titles'])
    expect(await names('&limit=1&offset=1')).toEqual(['note'])
  })

  it('list the roles whose privileges a role inherits', async () => {
    await meta.test.run('create role stoa_functions', 'supabase_admin')
    const { body } = await call('GET', '/roles')
    const role = (name: string) => body.find((other: { name: string }) => other.name === name)
    expect(role('clerk')).toMatchObject({ inherits_from: ['auditor'], is_superuser: false })
    expect(role('anon')).toMatchObject({ inherits_from: [], can_login: false })
    expect(role('supabase_admin')).toMatchObject({ is_superuser: true, inherits_from: [] })
    expect(role('service_role').can_bypass_rls).toBe(true)
    expect(role('stoa_functions')).toMatchObject({ is_managed: true, can_change: false })
    expect(role('clerk')).toMatchObject({ is_managed: false, can_change: true })
    expect(role('anon')).toMatchObject({
      is_managed: true,
      can_change: false,
      connection_limit: -1,
    })
    expect(role('postgres')).toMatchObject({ can_create_role: true, is_replication_role: false })
    expect(role('postgres').active_connections).toBeGreaterThan(0)
    expect(role('pg_monitor')).toBeUndefined()
  })
})

describe('one column revoked from a role that had the whole table', () => {
  it('is denied to the role, but the other columns are not', async () => {
    expect(await runAs('anon', 'select * from note')).toHaveLength(1)
    const { status, body } = await change(withoutSecret())
    expect(status).toBe(200)
    expect(body.statements).toEqual([
      'revoke select on table "public"."note" from "anon";',
      'grant select ("id", "title") on table "public"."note" to "anon";',
    ])
    expect(await runAs('anon', 'select secret from note')).toBe('42501')
    expect(await runAs('anon', 'select * from note')).toBe('42501')
    expect(await runAs('anon', 'select id, title from note')).toEqual([['1', 'Lighthouse']])
    expect(await heldBy('anon')).toMatchObject({
      title: ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'],
      secret: ['INSERT', 'REFERENCES', 'UPDATE'],
    })
    expect(await heldBy('authenticated')).toMatchObject({
      secret: ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'],
    })
  })

  it('does not change row level security and its policies', async () => {
    const before = await rowSecurity()
    expect(before).toMatchObject({ rls_enabled: true, policies: [{ name: 'seen' }] })
    await change(withoutSecret())
    expect(await rowSecurity()).toEqual(before)
    // The policy still hides the row.
    expect(await runAs('anon', 'select id from note')).toEqual([['1']])
  })

  it('can be granted again with the whole table', async () => {
    await change(withoutSecret())
    const { body } = await change({ grant: { tables: [table()] } })
    expect(body.statements).toEqual(['grant select on table "public"."note" to "anon";'])
    expect(await runAs('anon', 'select secret from note')).toEqual([['under the mat']])
  })

  it('does not cover a column that is added later', async () => {
    await change(withoutSecret())
    await meta.test.run('alter table public.note add column later int')
    expect(await runAs('anon', 'select later from note')).toBe('42501')
  })
})

describe('a change', () => {
  it('does not overwrite concurrent grants or revokes of another client', async () => {
    const shown = { ...table(), whole: true, columns: [] }
    const held = column(ID).column_id
    await meta.test.run(`revoke select on note from anon; grant select (id) on note to anon`)
    const guarded = { revoke: { tables: [table()] }, grant: {}, replaces: [shown] }
    expect(await call('PATCH', '/column-privileges', guarded)).toMatchObject({
      status: 409,
      body: { code: 'definition_changed', details: { current: { whole: false, columns: [held] } } },
    })
    const current = { ...shown, whole: false, columns: [held] }
    const again = await call('PATCH', '/column-privileges', { ...guarded, replaces: [current] })
    expect(again.status).toBe(200)
  })

  it('returns its SQL and changes nothing in a dry run', async () => {
    const { status, body } = await change({ ...withoutSecret(), dry_run: true })
    expect(status).toBe(200)
    expect(body.statements).toHaveLength(2)
    expect(await runAs('anon', 'select secret from note')).toEqual([['under the mat']])
  })

  it('is applied completely or not at all, even if Postgres only warns', async () => {
    await meta.test.run(
      'create table public.theirs (id int); revoke all on public.theirs from anon',
    )
    const theirs = await meta.idOf('theirs')
    await meta.test.run('alter table public.theirs owner to supabase_admin', 'supabase_admin')
    const before = await heldBy('anon')
    const { status, body } = await change({
      revoke: { tables: [table()] },
      grant: { tables: [{ ...table(), relation_id: theirs }] },
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'privilege_not_granted', hint: expect.any(String) })
    expect(await heldBy('anon')).toEqual(before)
  })

  it('keeps the requested grant option', async () => {
    await change({ grant: { columns: [{ ...column(ID), grantee: 'clerk', is_grantable: true }] } })
    const { body } = await call('GET', `/column-privileges?relation_id=${note}`)
    expect(body[0].privileges).toContainEqual({
      grantor: 'postgres',
      grantee: 'clerk',
      privilege_type: 'SELECT',
      is_grantable: true,
    })
  })

  it('quotes every name', async () => {
    const thing = await meta.idOf('other.thing')
    const grantee = 'Odd "role"'
    const { status, body } = await change({
      grant: {
        columns: [1, 2].map((position) => ({
          column_id: `${thing}.${position}`,
          grantee,
          privilege_type: 'UPDATE',
        })),
      },
    })
    expect(status).toBe(200)
    expect(body.statements).toEqual([
      'grant update ("select", "a""b); drop") on table "other"."thing" to "Odd ""role""";',
    ])
  })

  it('succeeds for two concurrent ones on one table', async () => {
    const answers = await Promise.all(
      ['anon', 'authenticated', 'clerk', 'auditor'].map((grantee) =>
        change({ grant: { columns: [{ ...column(ID), grantee }] } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

describe('postgres-meta’s own calls', () => {
  it('grant and revoke on columns, and return the named columns', async () => {
    await call('DELETE', '/table-privileges', [table()])
    expect(await runAs('anon', 'select id from note')).toBe('42501')
    const granted = await call('POST', '/column-privileges', [column(ID), column(TITLE)])
    expect(granted.status).toBe(200)
    expect(granted.body.map((other: Listed) => other.column_name)).toEqual(['id', 'title'])
    expect(await runAs('anon', 'select id from note')).toEqual([['1']])
    const revoked = await call('DELETE', '/column-privileges', [column(ID)])
    expect(revoked.body.map((other: Listed) => other.column_name)).toEqual(['id'])
    expect(await runAs('anon', 'select id from note')).toBe('42501')
    expect(await runAs('anon', 'select title from note')).toEqual([['Lighthouse']])
  })

  it('grant and revoke on tables, also all privileges at once', async () => {
    const all = { relation_id: ledger, grantee: 'anon', privilege_type: 'ALL' }
    const revoked = await call('DELETE', '/table-privileges', [all])
    expect(revoked.status).toBe(200)
    expect(
      revoked.body[0].privileges.map((held: { grantee: string }) => held.grantee),
    ).not.toContain('anon')
    const granted = await call('POST', '/table-privileges', [
      all,
      { ...table(), grantee: 'public' },
    ])
    expect(granted.body.map(({ name }: { name: string }) => name)).toEqual(['ledger', 'note'])
    expect(granted.body[1].privileges).toContainEqual(
      expect.objectContaining({ grantee: 'PUBLIC', privilege_type: 'SELECT' }),
    )
    expect(await runAs('anon', 'delete from ledger')).toEqual([])
  })
})

describe('a refused change', () => {
  it('is a column that the whole table covers, with a hint', async () => {
    const { status, body } = await call('DELETE', '/column-privileges', [column(SECRET)])
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'table_privilege_remains',
      message: 'anon has SELECT on the whole table public.note, which includes secret.',
      hint: expect.stringContaining('grant it on the other columns'),
    })
    expect(await runAs('anon', 'select secret from note')).toEqual([['under the mat']])
  })

  it('is a grant of another role, naming who can revoke it', async () => {
    await meta.test.run(`grant clerk to postgres with set true;
      grant select (id) on public.note to clerk with grant option;
      set role clerk; grant select (id) on public.note to auditor; reset role`)
    const asked = { ...column(ID), grantee: 'auditor' }
    const { status, body } = await call('DELETE', '/column-privileges', [asked])
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'privilege_remains',
      hint: expect.stringContaining('Revoke it as clerk'),
    })
    // The grant option cannot be revoked while another grant depends on it.
    const { body: dependent } = await call('DELETE', '/column-privileges', [
      { ...column(ID), grantee: 'clerk' },
    ])
    expect(dependent).toMatchObject({ code: 'dependent_objects' })
  })

  it('is a change in a protected schema', async () => {
    const users = await meta.idOf('auth.users')
    const catalogue = await meta.idOf('pg_catalog.pg_class')
    for (const relation of [users, catalogue]) {
      const column_id = `${relation}.1`
      const { status, body } = await call('POST', '/column-privileges', [
        { ...column(ID), column_id },
      ])
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'schema_protected', hint: expect.any(String) })
    }
  })

  const refusals: [string, object, number, string][] = [
    ['a role that is not there', { grantee: 'nobody' }, 404, 'role_not_found'],
    ['a role no name of which Postgres keeps', { grantee: 'é'.repeat(40) }, 400, 'invalid_name'],
    ['a table that is not there', { column_id: '4294967000.1' }, 404, 'table_not_found'],
    ['no table at all', { column_id: '9999999999.1' }, 404, 'table_not_found'],
    ['a privilege no column has', { privilege_type: 'DELETE' }, 400, 'invalid_request'],
    ['a privilege with SQL in it', { privilege_type: 'SELECT; drop' }, 400, 'invalid_request'],
    ['an id that is none', { column_id: 'note.secret' }, 400, 'invalid_request'],
    [
      'a grant option for everybody',
      { grantee: 'public', is_grantable: true },
      400,
      'invalid_grant',
    ],
  ]
  it.each(refusals)('is %s', async (_what, part, status, code) => {
    const answer = await call('POST', '/column-privileges', [{ ...column(ID), ...part }])
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message.length + (answer.body.hint?.length ?? 0)).toBeGreaterThan(30)
  })

  it('is a missing or dropped column', async () => {
    for (const position of [2, 9]) {
      const answer = await call('POST', '/column-privileges', [column(position)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'column_not_found' } })
    }
  })

  it('lists the valid privileges', async () => {
    const asked = { ...column(ID), privilege_type: 'USAGE' }
    const { body } = await call('POST', '/column-privileges', [asked])
    expect(body.message).toContain('choose SELECT, INSERT, UPDATE, REFERENCES or ALL')
  })
})

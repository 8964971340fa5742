import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../test/project.ts'
import { rawSql, sql } from './sql.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create table note (id int primary key, owner text not null, body text);
    alter table note enable row level security;
    create policy own on note using (owner = current_setting('request.jwt.claims', true)::json->>'sub');
    insert into note values (1, 'ada', 'hers'), (2, 'bob', 'his');
  `)
})
afterAll(() => test.stop())

const as = (role: string, sub = '') => ({
  role,
  settings: { 'request.jwt.claims': JSON.stringify({ sub }) },
  isReadOnly: false,
})
const select = { text: 'select id, owner from note order by id', values: [] }

it('reports a full disk with 507 for any role', async () => {
  const text = `do $$ begin raise sqlstate '53100'; end $$`
  const context = { role: 'anon', settings: {}, isReadOnly: false }
  const full = { code: 'disk_full', status: 507 }
  await expect(test.database.asCaller(context, { text, values: [] })).rejects.toMatchObject(full)
  await expect(test.database.as('postgres').run(rawSql(text))).rejects.toMatchObject(full)
})

it('ends statements of a service that the triggers of the owner keep running', async () => {
  const timeout = sql`select pg_catalog.current_setting('statement_timeout') as limit`
  const { limit } = await test.database
    .as('supabase_auth_admin')
    .one(timeout, z.object({ limit: z.string() }))
  expect(limit).toBe('30s')
})

it.each(['supabase_admin', 'supabase_auth_admin', 'authenticator'] as const)(
  'finds the catalog in sessions of %s, whatever temporary objects triggers left there',
  async (role) => {
    const { text, count } = await test.database.as(role).transaction(async (tx) => {
      await tx.run(
        rawSql(`
        create domain pg_temp.text as pg_catalog.text check (value is null);
        create view pg_temp.pg_class as select null as nothing where false`),
      )
      const found = await tx.one(
        sql`select 'found'::text as text, (select count(*)::int4 from pg_class) as count`,
        z.object({ text: z.string(), count: z.number() }),
      )
      await tx.run(rawSql('drop view pg_temp.pg_class; drop domain pg_temp.text'))
      return found
    })
    expect(text).toBe('found')
    expect(count).toBeGreaterThan(0)
  },
)

describe('asCaller', () => {
  it('applies row level security by role and claims', async () => {
    const [ada] = await test.database.asCaller(as('authenticated', 'ada'), select)
    expect(ada?.rows).toEqual([['1', 'ada']])
    const [service] = await test.database.asCaller(as('service_role'), select)
    expect(service?.rows).toHaveLength(2)
  })

  it('keeps settings local to a transaction when many share a connection', async () => {
    const subs = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'ada' : 'bob'))
    const answers = await Promise.all(
      subs.map((sub) => test.database.asCaller(as('authenticated', sub), { ...select, name: 's' })),
    )
    expect(answers.map(([result]) => result?.rows[0]?.[1])).toEqual(subs)
  })

  it('commits nothing when a later statement of the transaction fails', async () => {
    const insert = { text: "insert into note values (9, 'ada', null)", values: [] }
    const failing = { text: 'select 1/0', values: [] }
    await expect(
      test.database.asCaller(as('service_role'), insert, [failing]),
    ).rejects.toMatchObject({ code: '22012' })
    const [after] = await test.database.asCaller(as('service_role'), select)
    expect(after?.rows).toHaveLength(2)
  })

  it('reuses the connection after a statement failed on it', async () => {
    for (const name of ['a', 'a', undefined])
      await expect(
        test.database.asCaller(as('anon'), {
          text: 'select * from missing',
          values: [],
          ...(name && { name }),
        }),
      ).rejects.toMatchObject({ code: '42P01' })
    const [fine] = await test.database.asCaller(as('service_role'), select)
    expect(fine?.rows).toHaveLength(2)
  })

  it('limits the number of prepared statements', async () => {
    for (let index = 0; index < 300; index += 1) {
      const [one] = await test.database.asCaller(as('anon'), {
        name: `n${index}`,
        text: `select ${index}`,
        values: [],
      })
      expect(one?.rows[0]?.[0]).toBe(String(index))
    }
    const [again] = await test.database.asCaller(as('anon'), {
      name: 'n0',
      text: 'select 0',
      values: [],
    })
    expect(again?.rows[0]?.[0]).toBe('0')
  })
})

describe('service sessions', () => {
  it('roll back when the work fails', async () => {
    const session = test.database.as('postgres')
    await expect(
      session.transaction(async (tx) => {
        await tx.run(sql`insert into note values (5, 'x', 'y')`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const found = await session.maybe(
      sql`select id from note where id = ${5}`,
      z.object({ id: z.int() }),
    )
    expect(found).toBeUndefined()
  })

  it('run more statements at once than they have connections', async () => {
    const session = test.database.as('postgres')
    const rows = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        session.one(sql`select ${n}::int as n`, z.object({ n: z.int() })),
      ),
    )
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  })
})

it('reports that the owner has changed the password with SQL', async () => {
  await test.run(`alter role postgres password 'another one'`, 'supabase_admin')
  await expect(test.database.connect('postgres', 'test')).rejects.toMatchObject({
    code: 'database_password_changed',
    status: 409,
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create type mood as enum ('sad', 'happy');
    create table target (a int, b int, primary key (a, b));
  `)
})
afterAll(() => meta.stop())

const create = (body: object) => meta.call('POST', '/tables', { schema: 'public', ...body })
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows

describe('creating a table', () => {
  it('creates columns, keys, defaults, checks, comments and row level security at once', async () => {
    const { status, body } = await create({
      name: 'orders',
      comment: "it's",
      columns: [
        { name: 'id', type: 'bigint', is_primary_key: true, identity: 'by_default' },
        { name: 'code', type: 'varchar(10)', is_unique: true, is_nullable: false },
        {
          name: 'note',
          type: 'text',
          default: { kind: 'literal', value: "a'b\\c); drop table target; --" },
        },
        {
          name: 'at',
          type: 'timestamp(3) with time zone',
          default: { kind: 'expression', value: 'now()' },
          comment: 'when',
        },
        { name: 'moods', type: 'mood[]', default: { kind: 'literal', value: '{sad}' } },
        { name: 'price', type: 'numeric(10,2)', check: 'price > 0 -- always' },
        { name: 'a', type: 'int' },
        { name: 'b', type: 'int' },
      ],
      foreign_keys: [
        {
          columns: ['a', 'b'],
          target_schema: 'public',
          target_table: 'target',
          target_columns: ['a', 'b'],
          on_delete: 'cascade',
        },
      ],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'orders',
      comment: "it's",
      rls_enabled: true,
      primary_key: ['id'],
    })
    expect(body.columns.map((column: { type: string }) => column.type)).toEqual([
      'bigint',
      'character varying(10)',
      'text',
      'timestamp(3) with time zone',
      'public.mood[]',
      'numeric(10,2)',
      'integer',
      'integer',
    ])
    expect(body.columns[1]).toMatchObject({ is_unique: true, is_nullable: false })
    expect(body.columns[3].comment).toBe('when')
    expect(body.foreign_keys[0]).toMatchObject({ columns: ['a', 'b'], on_delete: 'cascade' })
    expect(await rowsOf("insert into orders (code) values ('x') returning note, moods")).toEqual([
      ["a'b\\c); drop table target; --", '{sad}'],
    ])
  })

  it.each([
    'Täble "quoted"',
    '数据 表',
    'جدول',
    'drop table target; --',
    "o'brien",
    'Ünï.cödé',
    '%s $1 ?',
  ])('takes the name %s for the table and its column', async (name) => {
    const columns = [{ name, type: 'int', is_primary_key: true, comment: name }]
    const { status, body } = await create({ name, columns, comment: name })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name, comment: name, columns: [{ name }] })
    expect((await meta.call('DELETE', `/tables/${body.id}`)).status).toBe(200)
  })

  it('creates a table without columns, and one with a composite key', async () => {
    expect((await create({ name: 'bare', columns: [] })).status).toBe(201)
    const { body } = await create({
      name: 'composite',
      rls_enabled: false,
      columns: ['x', 'y'].map((name) => ({ name, type: 'int', is_primary_key: true })),
    })
    expect(body).toMatchObject({ primary_key: ['x', 'y'], rls_enabled: false })
  })

  const column = (rest: object) => ({
    name: 'refused',
    columns: [{ name: 'c', type: 'int', ...rest }],
  })
  const expression = (value: string) => column({ default: { kind: 'expression', value } })
  const refusals: [string, object, number, string][] = [
    ['a name that is taken', { name: 'target', columns: [] }, 409, 'duplicate_table'],
    [
      'a schema that is not there',
      { schema: 'nowhere', name: 'x', columns: [] },
      404,
      'schema_not_found',
    ],
    ['the platform’s schema', { schema: 'auth', name: 'x', columns: [] }, 403, 'schema_protected'],
    [
      'a schema of Postgres',
      { schema: 'pg_catalog', name: 'x', columns: [] },
      403,
      'schema_protected',
    ],
    ['a name with half a character', { name: 'a\ud800b', columns: [] }, 400, 'invalid_name'],
    ['a name with NUL', { name: 'a\u0000b', columns: [] }, 400, 'invalid_name'],
    ['a name of more than 63 bytes', { name: 'ä'.repeat(40), columns: [] }, 400, 'invalid_name'],
    [
      'the same column twice',
      {
        name: 'x',
        columns: [
          { name: 'c', type: 'int' },
          { name: 'c', type: 'int' },
        ],
      },
      409,
      'duplicate_column',
    ],
    ['a type that is not there', column({ type: 'nothing' }), 400, 'unknown_type'],
    ['a serial type', column({ type: 'bigserial' }), 400, 'unknown_type'],
    ['a type that goes on', column({ type: 'int default 5' }), 400, 'unknown_type'],
    ['a type with another column behind it', column({ type: 'int, d int' }), 400, 'unknown_type'],
    ['a type with a comment', column({ type: 'int --' }), 400, 'unknown_type'],
    ['a type in a schema that is not there', column({ type: 'nowhere.t' }), 400, 'unknown_type'],
    ['a type that is not quite one', column({ type: '((' }), 400, 'unknown_type'],
    ['a type of long words quickly', column({ type: `${'a'.repeat(199)};` }), 400, 'unknown_type'],
    [
      'a second statement in a default',
      expression('1; drop table target'),
      400,
      'invalid_expression',
    ],
    ['a default that closes the parenthesis', expression('1), (2'), 400, 'invalid_expression'],
    ['a default that opens one', expression('(1'), 400, 'invalid_expression'],
    ['a default with a quote that does not end', expression("'a"), 400, 'invalid_expression'],
    ['a default with a comment that does not end', expression('1 /* a'), 400, 'invalid_expression'],
    ['an empty default', expression(' '), 400, 'invalid_expression'],
    ['a parameter in a default', expression('$1'), 400, 'invalid_expression'],
    [
      'NUL in a default',
      column({ default: { kind: 'literal', value: '\u0000' } }),
      400,
      'invalid_text',
    ],
    ['a query in a default', expression('select 1'), 400, 'not_supported'],
    [
      'a default of another type',
      column({ default: { kind: 'literal', value: 'abc' } }),
      400,
      'invalid_value',
    ],
    ['a check that is no condition', column({ check: '1 + 1' }), 400, 'datatype_mismatch'],
    ['a check that is no SQL', column({ check: 'c >' }), 400, 'syntax_error'],
    [
      'a check with a constraint behind it',
      column({ check: 'true) check (false' }),
      400,
      'invalid_expression',
    ],
    [
      'identity and default',
      column({ identity: 'always', default: { kind: 'literal', value: '1' } }),
      400,
      'syntax_error',
    ],
    [
      'a foreign key with sides of different length',
      {
        ...column({}),
        foreign_keys: [
          {
            columns: ['c'],
            target_schema: 'public',
            target_table: 'target',
            target_columns: ['a', 'b'],
          },
        ],
      },
      400,
      'invalid_foreign_key',
    ],
    [
      'a foreign key to nothing',
      {
        ...column({}),
        foreign_keys: [
          {
            columns: ['c'],
            target_schema: 'public',
            target_table: 'nothing',
            target_columns: ['a'],
          },
        ],
      },
      400,
      'undefined_table',
    ],
    [
      'a foreign key to columns that are no key',
      {
        ...column({}),
        foreign_keys: [
          {
            columns: ['c'],
            target_schema: 'public',
            target_table: 'target',
            target_columns: ['a'],
          },
        ],
      },
      400,
      'invalid_definition',
    ],
  ]
  it.each(refusals)('refuses %s', async (_name, body, status, code) => {
    expect(await create(body)).toMatchObject({ status, body: { code } })
    expect(await rowsOf("select to_regclass('refused'), to_regclass('target')")).toEqual([
      [null, 'target'],
    ])
  })

  it('creates nothing if the comment fails', async () => {
    const { status } = await create({ name: 'halfway', columns: [], comment: 'a\u0000b' })
    expect(status).toBe(400)
    expect(await rowsOf("select to_regclass('halfway')")).toEqual([[null]])
  })
})

describe('changing what another client has changed', () => {
  it.each([
    ['type', 'alter column n type varchar(9)', { default: null }],
    ['default', `alter column n set default 'theirs'`, { default: null }],
    ['name', 'rename n to renamed', { comment: 'mine' }],
    ['NOT NULL', 'alter column n set not null', { name: 'mine' }],
  ])('does not overwrite the %s of a column', async (_what, theirs, change) => {
    await meta.test.run('drop table if exists shared; create table shared (n text)')
    const id = await meta.idOf('shared')
    const shown = async () => {
      const { body } = await meta.call('GET', `/tables/${id}`)
      const { name, type, is_nullable, is_unique, default_value, comment } = body.columns[0]
      return { name, type, is_nullable, is_unique, default_value, comment }
    }
    const save = (replaces: object) =>
      meta.call('PATCH', `/tables/${id}/columns/1`, { ...change, replaces })
    const before = await shown()
    await meta.test.run(`alter table shared ${theirs}`)
    const now = await shown()
    expect(await save(before)).toMatchObject({
      status: 409,
      body: { code: 'definition_changed', details: { current: now } },
    })
    expect(await shown()).toEqual(now)
    expect((await save(now)).status).toBe(200)
  })

  it.each([
    ['table', 'create table commented ()', 'table'],
    ['view', 'create view commented as select 1 as one', 'view'],
  ])('does not overwrite the comment of a %s', async (_kind, create, keyword) => {
    await meta.test.run(create)
    const id = await meta.idOf('commented')
    const save = (replaces: object) =>
      meta.call('PATCH', `/tables/${id}`, { comment: 'mine', replaces })
    await meta.test.run(`comment on ${keyword} commented is 'theirs'`)
    expect(await save({ comment: null })).toMatchObject({
      status: 409,
      body: { code: 'definition_changed', details: { current: { comment: 'theirs' } } },
    })
    expect((await save({ comment: 'theirs' })).body.comment).toBe('mine')
    await meta.test.run(`drop ${keyword} commented`)
  })
})

describe('changing a table', () => {
  it('renames it under the same id, comments it and changes row level security', async () => {
    const { body: table } = await create({ name: 'before', columns: [] })
    const changed = await meta.call('PATCH', `/tables/${table.id}`, {
      name: 'After "it"',
      comment: 'c',
      rls_enabled: false,
    })
    expect(changed.body).toMatchObject({
      id: table.id,
      name: 'After "it"',
      comment: 'c',
      rls_enabled: false,
    })
    const cleared = await meta.call('PATCH', `/tables/${table.id}`, { comment: null })
    expect(cleared.body.comment).toBeNull()
    expect(await meta.call('PATCH', `/tables/${table.id}`, { name: 'target' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_table' },
    })
  })

  it('renames and comments views', async () => {
    await meta.test.run(
      'create view seen as select 1 as one; create materialized view kept as select 1 as one',
    )
    for (const name of ['seen', 'kept']) {
      const id = await meta.idOf(name)
      const { body } = await meta.call('PATCH', `/tables/${id}`, {
        name: `${name} too`,
        comment: 'c',
      })
      expect(body).toMatchObject({ name: `${name} too`, comment: 'c' })
      expect((await meta.call('DELETE', `/tables/${id}`)).status).toBe(200)
    }
  })

  it('rejects the platform’s tables and missing tables', async () => {
    const id = await meta.idOf('pg_catalog.pg_class')
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/columns'],
      ['DELETE', '/columns/1'],
    ] as const)
      expect(
        await meta.call(
          method,
          `/tables/${id}${path}`,
          method === 'POST' ? { name: 'x', type: 'int' } : {},
        ),
      ).toMatchObject({ status: 403, body: { code: 'schema_protected' } })
    expect(await meta.call('DELETE', '/tables/1')).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    })
  })

  it('drops a table that others depend on only with cascade', async () => {
    await meta.test.run(
      'create table needed (id int primary key); create view needs as select * from needed',
    )
    const id = await meta.idOf('needed')
    const refused = await meta.call('DELETE', `/tables/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'dependent_objects' } })
    expect(refused.body.details.detail).toContain('view needs')
    expect(await meta.call('DELETE', `/tables/${id}?cascade=true`)).toMatchObject({
      status: 200,
      body: {},
    })
  })

  it('times out if another transaction locks the table', async () => {
    const id = await meta.idOf('target')
    const client = await meta.test.database.connect('postgres', 'test')
    await client.query('begin; select from target; lock table target')
    expect(await meta.call('PATCH', `/tables/${id}`, { name: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'lock_timeout' },
    })
    await client.end()
  })
})

describe('columns', () => {
  it('are added, changed in every respect and dropped', async () => {
    const { body: table } = await create({
      name: 'changing',
      columns: [{ name: 'id', type: 'int', is_primary_key: true }],
    })
    await meta.test.run('insert into changing values (1)')
    const path = `/tables/${table.id}/columns`
    const added = await meta.call('POST', path, {
      name: 'n',
      type: 'text',
      default: { kind: 'literal', value: '42' },
      comment: 'c',
      is_nullable: false,
    })
    expect(added.status).toBe(201)
    expect(added.body.columns[1]).toMatchObject({
      position: 2,
      name: 'n',
      comment: 'c',
      is_nullable: false,
    })
    const changed = await meta.call('PATCH', `${path}/2`, {
      name: 'Número',
      type: 'int',
      default: { kind: 'expression', value: '1 + 1' },
      is_nullable: true,
      is_unique: true,
      comment: null,
    })
    expect(changed.body.columns[1]).toMatchObject({
      position: 2,
      name: 'Número',
      type: 'integer',
      default_value: '(1 + 1)',
      is_nullable: true,
      is_unique: true,
      comment: null,
    })
    expect(await rowsOf('select * from changing')).toEqual([['1', '42']])
    const undone = await meta.call('PATCH', `${path}/2`, { is_unique: false, default: null })
    expect(undone.body.columns[1]).toMatchObject({ is_unique: false, default_value: null })
    const dropped = await meta.call('DELETE', `${path}/2`)
    expect(dropped.body.columns).toHaveLength(1)
    expect(await meta.call('DELETE', `${path}/2`)).toMatchObject({
      status: 404,
      body: { code: 'column_not_found' },
    })
  })

  it('are not changed at all if a part of the change fails', async () => {
    await meta.test.run("create table whole (id int, t text); insert into whole values (1, 'abc')")
    const id = await meta.idOf('whole')
    expect(
      await meta.call('PATCH', `/tables/${id}/columns/2`, {
        name: 'u',
        type: 'int',
        is_nullable: false,
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid_value' },
    })
    expect((await meta.call('GET', `/tables/${id}`)).body.columns[1]).toMatchObject({
      name: 't',
      type: 'text',
      is_nullable: true,
    })
  })

  it.each([
    ['a name that is taken', { name: 't', type: 'int' }, 409, 'duplicate_column'],
    [
      'not null without a default on a filled table',
      { name: 'x', type: 'int', is_nullable: false },
      400,
      'not_null_violation',
    ],
    ['a type that is not there', { name: 'x', type: 'nothing' }, 400, 'unknown_type'],
    [
      'a check that does not hold',
      { name: 'x', type: 'int', default: { kind: 'literal', value: '1' }, check: 'x > 1' },
      400,
      'check_violation',
    ],
  ])('refuse %s', async (_name, column, status, code) => {
    const id = await meta.idOf('whole')
    expect(await meta.call('POST', `/tables/${id}/columns`, column)).toMatchObject({
      status,
      body: { code },
    })
  })

  it('are dropped only with cascade if a view depends on them', async () => {
    await meta.test.run('create view whole_view as select t from whole')
    const id = await meta.idOf('whole')
    expect(await meta.call('DELETE', `/tables/${id}/columns/2`)).toMatchObject({
      status: 409,
      body: { code: 'dependent_objects' },
    })
    expect(
      (await meta.call('DELETE', `/tables/${id}/columns/2?cascade=true`)).body.columns,
    ).toHaveLength(1)
  })
})

describe('a preview', () => {
  const preview = async (body: object) => meta.call('POST', '/definition-previews', body)

  it('shows the statements of each change, in order, and changes nothing', async () => {
    const { body: table } = await create({
      name: 'previewed',
      columns: [{ name: 'a', type: 'int', default: { kind: 'literal', value: '1' } }],
    })
    const { id } = table
    const shown = async (body: object) => (await preview(body)).body.statements
    expect(
      await shown({
        kind: 'create_table',
        table: {
          schema: 'public',
          name: 'later',
          comment: 'c',
          columns: [{ name: 'id', type: 'int' }],
        },
      }),
    ).toEqual([
      'create table "public"."later" (\n  "id" int\n)',
      'alter table "public"."later" enable row level security',
      `comment on table "public"."later" is 'c'`,
    ])
    expect(await shown({ kind: 'update_table', id, change: { name: 'new' } })).toEqual([
      'alter table "public"."previewed" rename to "new"',
    ])
    expect(
      await shown({
        kind: 'update_column',
        id,
        position: 1,
        change: { type: 'text', default: null },
      }),
    ).toEqual([
      'alter table "public"."previewed" alter column "a" drop default',
      'alter table "public"."previewed" alter column "a" type text using "a"::text',
    ])
    expect(await shown({ kind: 'delete_column', id, position: 1, cascade: true })).toEqual([
      'alter table "public"."previewed" drop column "a" cascade',
    ])
    expect(await shown({ kind: 'delete_table', id, cascade: false })).toEqual([
      'drop table "public"."previewed"',
    ])
    const { body: after } = await meta.call('GET', `/tables/${id}`)
    expect(after).toEqual(table)
  })

  it('reports errors before anything runs', async () => {
    const table = { schema: 'public', name: 'x', columns: [{ name: 'a', type: 'nothing' }] }
    expect((await preview({ kind: 'create_table', table })).body.code).toBe('unknown_type')
    const protectedTable = { ...table, schema: 'auth', columns: [] }
    expect((await preview({ kind: 'create_table', table: protectedTable })).body.code).toBe(
      'schema_protected',
    )
  })
})

it.each(['XX000', '99ABC', 'P0001', '2F005'])(
  'says what an event trigger of the owner raises with the state %s',
  async (state) => {
    const trigger = { name: 'no_changes', event: 'ddl_command_end', tags: ['CREATE TABLE'] }
    await meta.test.run(`create or replace function public.refuse() returns event_trigger
      language plpgsql as $$ begin
        raise exception using errcode = '${state}', message = 'No tables today';
      end $$`)
    const send = (change: object) => meta.call('POST', '/object-changes', { change })
    const on = { function: { schema: 'public', name: 'refuse' } }
    expect((await send({ kind: 'create_event_trigger', ...trigger, ...on })).status).toBe(200)
    const refused = await create({ name: 'unwanted', columns: [] })
    expect(refused).toMatchObject({ body: { message: 'No tables today' } })
    expect(refused.status).toBeLessThan(500)
    // The dashboard's own way out is not blocked.
    const { body } = await meta.call('GET', '/objects/event-triggers')
    const { id } = body.find(({ name }: { name: string }) => name === trigger.name)
    expect((await send({ kind: 'drop_event_trigger', id })).status).toBe(200)
  },
)

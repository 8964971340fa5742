import type { PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

/** Each member operation that changes definitions, and whether its migration can be undone. */

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema other;
    create table orders (id int primary key, total numeric, note text);
    create table customers (id int primary key);
    create table plain (id int, n int);
    create unique index plain_id on plain (id);
    create table logs (at date) partition by range (at);
    create table logs_old (at date);
    create table keyed (id int not null, constraint positive check (id > 0) not valid);
    create function touch() returns trigger language plpgsql as 'begin return new; end';
    create function watch() returns event_trigger language plpgsql as 'begin end';
    create materialized view totals as select sum(total) as total from orders;
    create view seen as select id from orders`)
})
afterAll(() => meta.stop())

type Recorded =
  /** Its rollback brings back what was there. */
  | 'with an inverse'
  /** The reason is shown beside the migration. */
  | 'without an inverse'
  /** Not part of the database's definition. */
  | 'not'

const orders = { schema: 'public', name: 'orders' }
const onOrders = { schema: 'public', table: 'orders' }
const mood = { schema: 'public', name: 'mood' }
const roles = { name: 'clerk', can_login: false }
const own = { name: 'own', command: 'ALL', is_restrictive: false, roles: ['public'] } as const
const policy = { type: 'policy', ...onOrders, name: 'own' } as const

/** In an order in which each can be made. A kind without an entry is a type error. */
const OBJECT_CHANGES: Readonly<
  Record<ObjectChange['kind'], readonly (readonly [object, Recorded])[]>
> = {
  comment: [
    [
      {
        object: { type: 'view', schema: 'public', name: 'seen', is_materialized: false },
        comment: 'x',
      },
      'with an inverse',
    ],
  ],
  rename: [
    [
      { object: { type: 'index', schema: 'public', name: 'plain_id' }, name: 'by_id' },
      'with an inverse',
    ],
  ],
  create_index: [
    [
      {
        table: orders,
        name: 'by_total',
        method: 'btree',
        columns: ['total'],
        is_unique: false,
        is_concurrent: true,
        condition: null,
      },
      'with an inverse',
    ],
    [
      {
        table: orders,
        name: null,
        method: 'btree',
        columns: ['note'],
        is_unique: false,
        is_concurrent: false,
        condition: null,
      },
      'with an inverse',
    ],
  ],
  reindex_index: [[{ schema: 'public', name: 'by_total', is_concurrent: false }, 'not']],
  drop_index: [
    [
      { schema: 'public', name: 'by_total', cascade: false, is_concurrent: true },
      'with an inverse',
    ],
  ],
  constraint_from_index: [
    [
      { table: { schema: 'public', name: 'plain' }, index: 'by_id', constraint: 'primary_key' },
      'with an inverse',
    ],
  ],
  create_trigger: [
    [
      {
        table: orders,
        name: 'touch',
        timing: 'before',
        events: ['update'],
        level: 'row',
        function: { schema: 'public', name: 'touch' },
        condition: null,
      },
      'with an inverse',
    ],
  ],
  enable_trigger: [[{ ...onOrders, name: 'touch', is_enabled: false }, 'with an inverse']],
  create_enum: [[{ ...mood, values: ['ok'] }, 'with an inverse']],
  add_enum_value: [[{ ...mood, value: 'sad', before: null }, 'without an inverse']],
  rename_enum_value: [[{ ...mood, value: 'sad', new_value: 'low' }, 'with an inverse']],
  create_extension: [[{ name: 'pg_trgm', schema: 'other', cascade: false }, 'with an inverse']],
  update_extension: [[{ name: 'pg_trgm' }, 'without an inverse']],
  create_publication: [[{ name: 'feed', operations: ['insert'] }, 'with an inverse']],
  change_publication_tables: [[{ name: 'feed', add: [orders], drop: [] }, 'with an inverse']],
  create_sequence: [[{ schema: 'public', name: 'numbers' }, 'with an inverse']],
  restart_sequence: [[{ schema: 'public', name: 'numbers', next: '5' }, 'without an inverse']],
  create_schema: [[{ name: 'more' }, 'with an inverse']],
  create_role: [[roles, 'not']],
  alter_role: [[{ ...roles, can_create_db: false }, 'not']],
  drop_role: [[{ name: 'clerk', transfers_objects: true }, 'not']],
  refresh_view: [[{ schema: 'public', name: 'totals' }, 'not']],
  maintain_table: [[{ ...orders, action: 'analyze' }, 'not']],
  set_row_security: [[{ ...orders, is_enabled: true }, 'with an inverse']],
  secure_tables: [[{ tables: [orders, { schema: 'public', name: 'plain' }] }, 'with an inverse']],
  create_policies: [
    [{ table: orders, policies: [{ ...own, using: 'true', check: null }] }, 'with an inverse'],
  ],
  alter_policy: [[{ ...onOrders, name: 'own', change: { using: 'id > 1' } }, 'with an inverse']],
  create_event_trigger: [
    [
      {
        name: 'watch',
        event: 'ddl_command_end',
        tags: [],
        function: { schema: 'public', name: 'watch' },
      },
      'without an inverse',
    ],
  ],
  alter_event_trigger: [[{ id: 'watch', change: { enabled: 'disabled' } }, 'without an inverse']],
  drop_event_trigger: [[{ id: 'watch' }, 'without an inverse']],
  set_parameter: [[{ name: 'statement_timeout', role: null, value: '60s' }, 'with an inverse']],
  create_partition: [
    [
      {
        table: { schema: 'public', name: 'logs' },
        partition: { schema: 'public', name: 'logs_rest' },
        bounds: { kind: 'default' },
        partition_by: null,
        rls_enabled: true,
      },
      'with an inverse',
    ],
  ],
  attach_partition: [
    [
      {
        table: { schema: 'public', name: 'logs' },
        partition: { schema: 'public', name: 'logs_old' },
        bounds: {
          kind: 'range',
          from: [{ kind: 'minvalue' }],
          to: [{ kind: 'value', value: '2020-01-01' }],
        },
      },
      'with an inverse',
    ],
  ],
  detach_partition: [
    [
      {
        table: { schema: 'public', name: 'logs' },
        partition: { schema: 'public', name: 'logs_old' },
        mode: 'blocking',
      },
      'with an inverse',
    ],
  ],
  set_table_settings: [
    [{ table: orders, set: [{ name: 'fillfactor', value: '80' }], reset: [] }, 'with an inverse'],
  ],
  create_statistics: [
    [
      { table: orders, name: 'both', kinds: [], columns: ['total', 'note'], expressions: [] },
      'with an inverse',
    ],
  ],
  drop_statistics: [[{ statistics: { schema: 'public', name: 'both' } }, 'with an inverse']],
  drop: [
    [{ object: policy, cascade: false }, 'with an inverse'],
    [
      { object: { type: 'trigger', ...onOrders, name: 'touch' }, cascade: false },
      'with an inverse',
    ],
    [
      {
        object: { type: 'view', schema: 'public', name: 'seen', is_materialized: false },
        cascade: false,
      },
      'with an inverse',
    ],
    [{ object: { type: 'type', ...mood, is_domain: false }, cascade: false }, 'with an inverse'],
    [
      { object: { type: 'sequence', schema: 'public', name: 'numbers' }, cascade: false },
      'with an inverse',
    ],
    [{ object: { type: 'schema', name: 'more' }, cascade: false }, 'with an inverse'],
    [{ object: { type: 'extension', name: 'pg_trgm' }, cascade: false }, 'with an inverse'],
    [{ object: { type: 'publication', name: 'feed' }, cascade: false }, 'with an inverse'],
    [{ object: { type: 'function', id: 'touch()' }, cascade: true }, 'without an inverse'],
  ],
}

let latest: string | undefined

/** The migration that a request has added; undefined if it added none. */
async function recordedBy(request: () => Promise<{ status: number; body: unknown }>) {
  const { status, body } = await request()
  expect([status < 300, body]).toEqual([true, body])
  const [item] = (await meta.call('GET', '/migrations?limit=1')).body.items
  if (item === undefined || item.version === latest) return undefined
  latest = item.version
  return (await meta.call('GET', `/migrations/${latest}`)).body
}

/** How a request was recorded, or what is wrong with its record. */
async function recordingOf(
  request: () => Promise<{ status: number; body: unknown }>,
): Promise<Recorded | 'without an origin' | 'without a reason'> {
  const migration = await recordedBy(request)
  if (migration === undefined) return 'not'
  const { rollback, no_rollback: reason, statements, source, created_by: author } = migration
  if (statements.length === 0 || source === null || author !== 'ada@example.com')
    return 'without an origin'
  if (rollback?.length > 0) return 'with an inverse'
  return reason === null ? 'without a reason' : 'without an inverse'
}

/** The oid of an object that a change names by it. */
async function withId(change: object): Promise<object> {
  const find = async (sql: string) =>
    Number((await meta.call('POST', '/query', query(sql))).body.results[0].rows[0][0])
  if ('id' in change && change.id === 'watch')
    return { ...change, id: await find(`select oid from pg_event_trigger where evtname = 'watch'`) }
  if (!('object' in change)) return change
  const { object } = change
  if (typeof object === 'object' && object !== null && 'id' in object && object.id === 'touch()')
    return {
      ...change,
      object: { ...object, id: await find(`select 'touch()'::regprocedure::oid`) },
    }
  return change
}

describe('A change of an object', () => {
  const cases = Object.entries(OBJECT_CHANGES).flatMap(([kind, changes]) =>
    changes.map(([change, recorded]) => ({ kind, change, recorded })),
  )
  it.each(cases)('$kind is recorded $recorded', async ({ kind, change, recorded }) => {
    const recording = await recordingOf(async () =>
      meta.call('POST', '/object-changes', { change: { kind, ...(await withId(change)) } }),
    )
    expect(recording).toBe(recorded)
  })
})

const column = (name: string, part: object = {}) => ({ name, type: 'int4', ...part })

type Sent = readonly ['POST' | 'PATCH' | 'DELETE', string, object?]

const DEFINITIONS: Readonly<
  Record<PlannedDefinition['kind'], readonly [() => Promise<Sent>, Recorded]>
> = {
  create_table: [
    async () => [
      'POST',
      '/tables',
      { schema: 'public', name: 'made', columns: [column('id', { is_primary_key: true })] },
    ],
    'with an inverse',
  ],
  update_table: [
    async () => ['PATCH', `/tables/${await meta.idOf('made')}`, { comment: 'x' }],
    'with an inverse',
  ],
  duplicate_table: [
    async () => ['POST', `/tables/${await meta.idOf('made')}/duplicate`, { name: 'made_again' }],
    'with an inverse',
  ],
  delete_table: [
    async () => ['DELETE', `/tables/${await meta.idOf('made_again')}`],
    'without an inverse',
  ],
  add_column: [
    async () => ['POST', `/tables/${await meta.idOf('made')}/columns`, column('n')],
    'with an inverse',
  ],
  update_column: [
    async () => ['PATCH', `/tables/${await meta.idOf('made')}/columns/2`, { name: 'm' }],
    'with an inverse',
  ],
  delete_column: [
    async () => ['DELETE', `/tables/${await meta.idOf('made')}/columns/2`],
    'without an inverse',
  ],
  add_constraint: [
    async () => [
      'POST',
      `/tables/${await meta.idOf('made')}/constraints`,
      { kind: 'check', name: 'small', expression: 'id < 9' },
    ],
    'with an inverse',
  ],
  rename_constraint: [
    async () => [
      'PATCH',
      `/tables/${await meta.idOf('made')}/constraints/${await constraintId('small')}`,
      { name: 'smaller' },
    ],
    'with an inverse',
  ],
  validate_constraint: [
    async () => [
      'POST',
      `/tables/${await meta.idOf('keyed')}/constraints/${await constraintId('positive')}/validate`,
      {},
    ],
    'without an inverse',
  ],
  delete_constraint: [
    async () => [
      'DELETE',
      `/tables/${await meta.idOf('made')}/constraints/${await constraintId('smaller')}`,
    ],
    'with an inverse',
  ],
}

async function constraintId(name: string): Promise<number> {
  const { body } = await meta.call(
    'POST',
    '/query',
    query(`select oid from pg_constraint where conname = '${name}'`),
  )
  return Number(body.results[0].rows[0][0])
}

describe('A change of a table', () => {
  it.each(Object.entries(DEFINITIONS))('%s is recorded', async (_kind, [request, recorded]) => {
    const [method, path, body] = await request()
    expect(await recordingOf(() => meta.call(method, path, body))).toBe(recorded)
  })
})

it.each([
  ['create or replace function made() returns int language sql as $$ select 1 $$', 'functions'],
  ['create view made_view as select 1 as one', 'views'],
  ['create domain made_domain as text', 'types'],
])('SQL of an editor is recorded: %s', async (sql, source) => {
  const migration = await recordedBy(() =>
    meta.call('POST', '/query', query(sql, { is_migration: true })),
  )
  expect(migration).toMatchObject({ source, rollback: [expect.stringMatching(/^drop /)] })
})

it('A change of privileges is recorded with an inverse', async () => {
  const grant = {
    relation_id: await meta.idOf('orders'),
    grantee: 'anon',
    privilege_type: 'SELECT',
  }
  const change = {
    revoke: { tables: [grant], columns: [] },
    grant: { tables: [], columns: [] },
  }
  const recording = await recordingOf(async () => {
    const { statusCode, body } = await meta.app.inject({
      method: 'PATCH',
      url: `/platform/pg-meta/${meta.test.project.ref}/column-privileges`,
      headers: { 'x-member': 'ada' },
      payload: change,
    })
    return { status: statusCode, body }
  })
  expect(recording).toBe('with an inverse')
})

it('a preview says how long the last change of its kind took, on how many rows', async () => {
  await meta.test.run(`
    create table many (id int, n int);
    insert into many select n, n from generate_series(1, 2000) n;
    analyze many`)
  const table = { schema: 'public', name: 'many' }
  const index = {
    kind: 'create_index',
    table,
    name: 'many_n',
    method: 'btree',
    columns: ['n'],
    is_unique: false,
    is_concurrent: false,
    condition: null,
  }
  await meta.call('POST', '/object-changes', { change: index })
  const { body } = await meta.call('POST', '/object-changes', {
    change: { ...index, name: 'other' },
    dry_run: true,
  })
  expect(body.last_run).toEqual({ duration_ms: expect.any(Number), rows: 2000 })
  const id = await meta.idOf('many')
  const change = { is_nullable: false }
  await meta.call('PATCH', `/tables/${id}/columns/1`, change)
  const preview = await meta.call('POST', '/definition-previews', {
    kind: 'update_column',
    id,
    position: 2,
    change,
  })
  expect(preview.body.last_run).toMatchObject({ rows: 2000 })
  // Details that people wrote are no numbers.
  await meta.test.run(`
    update supabase_migrations.schema_migrations
    set details = details || '{"rows": "1e999", "duration_ms": {}}'`)
  const again = await meta.call('POST', '/object-changes', { change: index, dry_run: true })
  expect([again.status, again.body.last_run]).toEqual([200, null])
})

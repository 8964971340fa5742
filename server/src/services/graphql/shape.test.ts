import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp

beforeAll(async () => {
  api = await createGraphqlApp(`
    comment on schema public is '@graphql({"inflect_names": true})';
    create schema hidden;
    grant usage on schema hidden to service_role;
    create type hidden.grade as enum ('first', 'second');
    create type fuel as enum ('petrol', 'diesel oil');
    comment on type fuel is '@graphql({"mappings": {"diesel oil": "diesel"}})';

    create table harbour (code text primary key, name text not null, open boolean);
    create table boat (
      id bigint primary key, harbour text not null references harbour (code), length float8,
      crew int, grade hidden.grade, fuel fuel, tags text[], address inet, shape point
    );
    comment on table boat is '@graphql({"aggregate": {"enabled": true}})';
    create table berth (
      harbour text references harbour (code), number int, boat bigint, primary key (harbour, number)
    );
    create table tide (moment timestamptz primary key, height numeric);
    create table odd ("!" int primary key, note text);
    create table logic ("and" int primary key, "or" int, "not" int);
    create table form (id int primary key, note text);
    create table form_field (id int primary key, form_id int references form (id));
    create table form_edge (id int primary key, form_field_id int references form_field (id));
    create table query (id int primary key);
    create table twin ("_rank" int primary key, rank int);
    create view wide_boat as select id, length from boat where length > 10;
    comment on column wide_boat.id is '@graphql({"not_null": true})';
    create view fleet as select id, crew from boat;
    comment on view fleet is '@graphql({"primary_key_columns": ["id"]})';
    comment on column fleet.id is '@graphql({"not_null": true})';

    create function widest(harbour) returns wide_boat stable language sql
      as 'select w.* from wide_boat w join boat b using (id) where b.harbour = $1.code limit 1';
    create function crew(boat) returns int stable language sql as 'select coalesce($1.crew, 0) + 1';
    create function captain(crew int default 2, word text default 'o''clock', sure bool default true,
      at timestamptz default now(), part float8 default 0.5, sum int default 1 + 1)
      returns text stable language sql
      as $$ select concat_ws(' ', crew, word, sure, part, sum) $$;
    create function one_boat() returns setof boat rows 1 stable language sql
      as 'select * from boat order by id limit 1';

    insert into harbour values ('A', 'Alpha', true), ('B', 'Beta', false), ('C', 'Gamma', null);
    insert into boat values
      (1, 'A', 12.5, 3, 'first', 'petrol', '{x,y}', '10.0.0.1', '(1,1)'),
      (2, 'A', 7.25, null, 'second', 'diesel oil', '{y}', '10.0.0.2', null),
      (3, 'B', 7.25, 5, null, null, null, null, null);
    insert into berth values ('A', 1, 2), ('B', 1, 3);
    insert into odd values (7, 'seven');
    insert into logic values (1, 2, 3), (4, 5, 6);
    insert into form values (1, 'a');
    insert into form_field values (2, 1);
    insert into form_edge values (3, 2);
    insert into query values (4);
    insert into twin values (1, 20), (2, 10);
  `)
})
afterAll(() => api.stop())

const names = (list: { name: string }[]) => list.map(({ name }) => name)

async function fields(type: string) {
  const { __type } = await api.data(
    `{ __type(name: "${type}") { fields { name type { name kind } } inputFields { name } } }`,
  )
  return names(__type.fields ?? __type.inputFields)
}

describe('a record by its key', () => {
  it('is found by all columns of the key, and is null if it does not exist', async () => {
    expect(
      await api.data(`{
        a: harbourByPk(code: "A") { name boatCollection { edges { node { id } } } }
        b: boatByPk(id: "3") { crew __typename }
        c: berthByPk(harbour: "B", number: 1) { boat }
        d: berthByPk(harbour: "B", number: 2) { boat }
      }`),
    ).toEqual({
      a: {
        name: 'Alpha',
        boatCollection: { edges: [{ node: { id: '1' } }, { node: { id: '2' } }] },
      },
      b: { crew: 6, __typename: 'Boat' },
      c: { boat: '3' },
      d: null,
    })
    expect((await api.error('{ berthByPk(harbour: "B") { boat } }')).extensions.code).toBe(
      'validation_failed',
    )
  })

  it('can be requested only if the key consists of named numbers, texts or UUIDs', async () => {
    const query = await fields('Query')
    expect(query.filter((name) => name.endsWith('ByPk'))).toEqual([
      'berthByPk',
      'boatByPk',
      'fleetByPk',
      'formByPk',
      'formEdgeByPk',
      'formFieldByPk',
      'harbourByPk',
      'logicByPk',
      'queryByPk',
    ])
  })

  it('is found by its nodeId even if the key has no name in GraphQL', async () => {
    expect(await fields('Odd')).toEqual(['nodeId', 'note'])
    const { edges } = (await api.data('{ oddCollection { edges { cursor node { nodeId } } } }'))
      .oddCollection
    const found = await api.data(
      `{ node(nodeId: "${edges[0].node.nodeId}") { ... on Odd { note } } }`,
    )
    expect(found).toEqual({ node: { note: 'seven' } })
    expect(edges[0].cursor).toBe(Buffer.from('[7]').toString('base64'))
  })
})

describe('the schema', () => {
  it('lists every type by name, including unused scalars and their filters', async () => {
    const { __schema } = await api.data('{ __schema { types { name } directives { name } } }')
    const types = names(__schema.types)
    expect(types).toEqual(types.toSorted())
    expect(types).toEqual(
      expect.arrayContaining(['TimeListFilter', 'UUIDFilter', 'Opaque', 'JSON']),
    )
    expect(types).not.toContain('OpaqueListFilter')
    expect(names(__schema.directives)).toEqual(['include', 'skip'])
  })

  it('declares its own collections as non-null, but not those of a record', async () => {
    const kinds = async (type: string) => {
      const query = `{ __type(name: "${type}") { fields { name type { kind } } } }`
      const { __type } = await api.data(query)
      return Object.fromEntries(
        __type.fields.map((field: { name: string; type: { kind: string } }) => [
          field.name,
          field.type.kind,
        ]),
      )
    }
    expect((await kinds('Query')).boatCollection).toBe('NON_NULL')
    expect((await kinds('Query')).boatByPk).toBe('OBJECT')
    expect((await kinds('Harbour')).boatCollection).toBe('OBJECT')
    expect((await kinds('Fleet')).id).toBe('NON_NULL')
    expect((await kinds('Fleet')).crew).toBe('SCALAR')
  })

  it('can order by every type that has an order, and shows only enums of exposed schemas', async () => {
    const { edges } = (
      await api.data(`{ boatCollection(orderBy: {address: DescNullsLast}, filter: {grade: {eq: "first"}}) {
        edges { node { address grade } } } }`)
    ).boatCollection
    expect(edges).toEqual([{ node: { address: '10.0.0.1', grade: 'first' } }])
    expect(await fields('BoatOrderBy')).not.toContain('shape')
    const { __type } = await api.data('{ __type(name: "Grade") { name } }')
    expect(__type).toBeNull()
  })

  it('describes what an insert does if the record already exists', async () => {
    expect(await fields('HarbourOnConflict')).toEqual(['constraint', 'updateFields', 'filter'])
    const insert = `mutation { insertIntoHarbourCollection(
      objects: {code: "C", name: "Cove"}
      onConflict: {constraint: harbour_pkey, updateFields: [name, open], filter: {name: {eq: "Gamma"}}}
    ) { records { name open } } }`
    expect(await api.data(insert)).toEqual({
      insertIntoHarbourCollection: { records: [{ name: 'Cove', open: null }] },
    })
    expect((await api.data(insert)).insertIntoHarbourCollection.records).toEqual([])
  })
})

describe('names that collide', () => {
  it('columns named like a connective replace it in filters', async () => {
    const ids = async (filter: string) => {
      const { edges } = (
        await api.data(`{ logicCollection(filter: ${filter}) { edges { node { and } } } }`)
      ).logicCollection
      return edges.map(({ node }: { node: { and: number } }) => node.and)
    }
    expect(await ids('{and: {eq: 4}, or: {gt: 2}, not: {neq: 3}}')).toEqual([4])
    expect(
      (await api.error('{ logicCollection(filter: {and: [{and: {eq: 1}}]}) { edges { cursor } } }'))
        .extensions.code,
    ).toBe('validation_failed')
  })

  it('types are renamed, so that no table is missing', async () => {
    expect(
      await api.data(`{
        formEdgeByPk(id: 3) { __typename formField { __typename form { __typename note } } }
        queryCollection { __typename edges { node { __typename ... on Query_ { id } } } }
      }`),
    ).toEqual({
      formEdgeByPk: {
        __typename: 'FormEdge_',
        formField: { __typename: 'FormField', form: { __typename: 'Form', note: 'a' } },
      },
      queryCollection: {
        __typename: 'Query_Connection',
        edges: [{ node: { __typename: 'Query_', id: 4 } }],
      },
    })
    const insert = `mutation { insertIntoFormCollection(objects: {id: 1, note: "b"},
      onConflict: {constraint: form_pkey, updateFields: note}) { records { note } } }`
    expect((await api.data(insert)).insertIntoFormCollection.records).toEqual([{ note: 'b' }])
    expect((await api.data('{ __type(name: "FormOnConflictField") { kind } }')).__type.kind).toBe(
      'ENUM',
    )
  })

  it('the last column, a relationship, and a function override earlier ones', async () => {
    expect(
      await api.data(`{
        twinCollection(orderBy: {rank: AscNullsLast}) { edges { node { rank } } }
        boatByPk(id: "2") { crew harbour { name } }
      }`),
    ).toEqual({
      twinCollection: { edges: [{ node: { rank: 10 } }, { node: { rank: 20 } }] },
      boatByPk: { crew: 1, harbour: { name: 'Alpha' } },
    })
  })
})

describe('functions', () => {
  it('show defaults that are plain values, and leave others to Postgres', async () => {
    const { __type } = await api.data(
      '{ __type(name: "Query") { fields { name args { name defaultValue type { kind } } } } }',
    )
    const captain = __type.fields.find(({ name }: { name: string }) => name === 'captain')
    expect(captain.args).toEqual(
      [
        ['crew', '2'],
        ['word', '"o\'clock"'],
        ['sure', 'true'],
        ['at', null],
        ['part', '0.5'],
        ['sum', null],
      ].map(([name, defaultValue]) => ({ name, defaultValue, type: { kind: 'SCALAR' } })),
    )
    expect(await api.data('{ captain(sure: false) }')).toEqual({ captain: "2 o'clock f 0.5 2" })
  })

  it('of one row return a record, even from a view without a key', async () => {
    expect(
      await api.data(`{
        oneBoat { id }
        harbourCollection(first: 2) { edges { node { widest { id length __typename } } } }
      }`),
    ).toEqual({
      oneBoat: { id: '1' },
      harbourCollection: {
        edges: [
          { node: { widest: { id: '1', length: 12.5, __typename: 'WideBoat' } } },
          { node: { widest: null } },
        ],
      },
    })
    expect(await fields('Query')).not.toContain('wideBoatCollection')
    expect(await fields('WideBoat')).toEqual(['id', 'length'])
  })
})

describe('aggregates', () => {
  it('have types that can hold their results', async () => {
    const { __type: sum } = await api.data(
      '{ __type(name: "BoatSumAggregateResult") { fields { name type { name } } } }',
    )
    expect(sum.fields).toEqual([
      { name: 'id', type: { name: 'BigInt' } },
      { name: 'length', type: { name: 'BigFloat' } },
      { name: 'crew', type: { name: 'BigInt' } },
    ])
    expect(await fields('BoatMaxAggregateResult')).toEqual(['id', 'harbour', 'length', 'crew'])
    const { aggregate } = (
      await api.data('{ boatCollection { aggregate { avg { length } max { length harbour } } } }')
    ).boatCollection
    expect(aggregate).toEqual({ avg: { length: 9 }, max: { length: 12.5, harbour: 'B' } })
  })
})

describe('requests that pg_graphql accepts', () => {
  const ids = async (query: string, variables?: object) =>
    (await api.data(query, variables)).boatCollection.edges.map(
      ({ node }: { node: { id: string } }) => node.id,
    )

  it('can quote the names of enum values', async () => {
    expect(
      await ids(`{ boatCollection(filter: {fuel: {in: ["diesel"]}, grade: {is: "NOT_NULL"}},
        orderBy: {id: "AscNullsLast"}) { edges { node { id } } } }`),
    ).toEqual(['2'])
    expect(
      (await api.error('{ boatCollection(filter: {fuel: {eq: "coal"}}) { edges { cursor } } }'))
        .extensions.code,
    ).toBe('validation_failed')
  })

  it('can contain unused variables and fragments', async () => {
    expect(
      await ids(
        'query ($n: Int) { boatCollection(first: 1) { edges { node { id } } } } fragment F on Boat { id }',
      ),
    ).toEqual(['1'])
  })

  it('can use nullable variables, single values for lists, and other text scalars', async () => {
    const query = `query ($after: String, $id: Int, $by: [BoatOrderBy], $any: BoatFilter) {
      boatCollection(after: $after, filter: {id: {in: $id}, or: $any}, orderBy: $by) {
        edges { node { id } }
      }
    }`
    const any = { harbour: { neq: 'C' } }
    expect(await ids(query, { id: 2, by: [{ crew: 'AscNullsLast' }], any })).toEqual(['2'])
    expect(await ids(query, { id: 1, after: Buffer.from('[1]').toString('base64'), any })).toEqual(
      [],
    )
    expect(
      await ids('query ($f: BoatFilter) { boatCollection(filter: $f) { edges { node { id } } } }', {
        f: null,
      }),
    ).toHaveLength(3)
  })

  it.each([
    [
      'a text where an object is expected',
      'query ($v: String) { boatCollection(filter: $v) { edges { cursor } } }',
    ],
    [
      'a text where a number is expected',
      'query ($v: String) { boatCollection(first: $v) { edges { cursor } } }',
    ],
    [
      'a list where one value is expected',
      'query ($v: [Int]) { boatCollection(first: $v) { edges { cursor } } }',
    ],
    ['another filter', 'query ($v: IntFilter) { boatCollection(filter: $v) { edges { cursor } } }'],
  ])('cannot use %s', async (_name, query) => {
    expect((await api.error(query)).extensions.code).toBe('validation_failed')
  })

  it('are refused only if a variable is null where null is invalid', async () => {
    const query = 'query ($id: String) { harbourByPk(code: $id) { name } }'
    expect((await api.data(query, { id: 'B' })).harbourByPk.name).toBe('Beta')
    for (const variables of [{}, { id: null }])
      expect((await api.error(query, variables)).message).toContain('code')
  })
})

describe('paging', () => {
  it('orders by several fields of one entry in their written order', async () => {
    const order = async (entry: string) => {
      const { edges } = (
        await api.data(`{ boatCollection(orderBy: ${entry}) { edges { node { id } } } }`)
      ).boatCollection
      return edges.map(({ node }: { node: { id: string } }) => node.id).join('')
    }
    expect(await order('{harbour: DescNullsLast, length: AscNullsLast}')).toBe('321')
    expect(await order('{length: DescNullsLast, harbour: DescNullsLast}')).toBe('132')
  })

  it('ends a cursor with the key, even if the order names it', async () => {
    const { edges } = (
      await api.data(
        '{ boatCollection(first: 1, orderBy: {id: DescNullsLast}) { edges { cursor } } }',
      )
    ).boatCollection
    expect(Buffer.from(edges[0].cursor, 'base64').toString()).toBe('[3, 3]')
    const after = async (key: string) => {
      const cursor = Buffer.from(key).toString('base64')
      const query = `{ boatCollection(after: "${cursor}", orderBy: {id: DescNullsLast}) { edges { node { id } } } }`
      return (await api.data(query)).boatCollection.edges
    }
    expect(await after('[3, 3]')).toEqual(await after('[3]'))
  })

  it('has no previous page for a page without rows', async () => {
    const { pageInfo } = (
      await api.data('{ boatCollection(offset: 50) { pageInfo { hasPreviousPage hasNextPage } } }')
    ).boatCollection
    expect(pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: false })
  })
})

import { getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTurns, type Turns } from '../../lib/turns.ts'
import { finish } from '../../../test/finish.ts'
import { createRoleSchema } from './catalogue/role-schema.ts'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'
import { catalogueOf } from '../../../test/graphql/large-catalogue.ts'

const TABLES = 60
/** Enough that the schema counts as large. */
const COLUMNS = Array.from({ length: 20 }, (_, at) => `more_${at} text`).join()

type NamedType = { readonly name: string }

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(`
    do $$ begin
      for number in 0 .. ${TABLES - 1} loop
        execute format('create table item_%s (id int primary key, name text, amount int default 1,
          item_%s_id int references item_%s, ${COLUMNS})', number, greatest(number - 1, 0), greatest(number - 1, 0));
        execute format('insert into item_%s (id, name, item_%s_id) values (%s, %L, %s)',
          number, greatest(number - 1, 0), number, 'name of ' || number, greatest(number - 1, 0));
      end loop;
    end $$;
    create function newest() returns item_7 language sql stable as 'select * from item_7 limit 1';
    create function title(item_9) returns text language sql stable as $$ select upper($1.name) $$;
    create function next_of(item_9) returns item_10 language sql stable as
      $$ select * from item_10 where item_9_id = $1.id $$;
    create function rename(called text) returns text language sql as
      $$ update item_1 set name = called where id = 1 returning name $$;
  `)
})
afterAll(() => api.stop())

describe('a large schema', () => {
  it('supports relationships in both directions, filters and orders', async () => {
    const { item_5Collection: found } = await api.data(
      `query ($filter: item_5Filter, $order: [item_5OrderBy!]) {
        item_5Collection(filter: $filter, orderBy: $order) {
          edges { node { id ...Names item_4 { name item_3 { id } } item_6Collection { edges { node { id } } } } }
        } }
      fragment Names on item_5 { name }`,
      { filter: { amount: { gte: 1 } }, order: [{ id: 'DescNullsLast' }] },
    )
    expect(found.edges).toEqual([
      {
        node: {
          id: 5,
          name: 'name of 5',
          item_4: { name: 'name of 4', item_3: { id: 3 } },
          item_6Collection: { edges: [{ node: { id: 6 } }] },
        },
      },
    ])
  })

  it('supports keys, node IDs and functions', async () => {
    const { item_8ByPk: one } = await api.data('{ item_8ByPk(id: 8) { nodeId name } }')
    expect(one.name).toBe('name of 8')
    const asked = { id: one.nodeId }
    // The first document does not name the table.
    expect(
      await api.data('query ($id: ID!) { node(nodeId: $id) { nodeId __typename } }', asked),
    ).toEqual({
      node: { nodeId: one.nodeId, __typename: 'item_8' },
    })
    expect(
      await api.data('query ($id: ID!) { node(nodeId: $id) { ... on item_8 { name } } }', asked),
    ).toEqual({ node: { name: 'name of 8' } })
    expect(await api.data('{ newest { name item_6 { id } } }')).toEqual({
      newest: { name: 'name of 7', item_6: { id: 6 } },
    })
    expect(await api.data('{ item_9ByPk(id: 9) { title next_of { id } } }')).toEqual({
      item_9ByPk: { title: 'NAME OF 9', next_of: { id: 10 } },
    })
  })

  it('can be changed', async () => {
    const inserted = await api.data(
      `mutation ($objects: [item_20InsertInput!]!) {
        insertIntoitem_20Collection(objects: $objects) { records { name item_19 { id } } } }`,
      { objects: [{ id: 1000, name: 'new', item_19_id: 19 }] },
    )
    expect(inserted.insertIntoitem_20Collection.records).toEqual([
      { name: 'new', item_19: { id: 19 } },
    ])
    const changed = await api.data(`mutation {
      updateitem_20Collection(set: { amount: 3 }, filter: { id: { eq: 1000 } }) { records { amount } }
      deleteFromitem_20Collection(filter: { id: { eq: 1000 } }) { affectedCount }
      rename(called: "other") }`)
    expect(changed).toEqual({
      updateitem_20Collection: { records: [{ amount: 3 }] },
      deleteFromitem_20Collection: { affectedCount: 1 },
      rename: 'other',
    })
  })

  it.each([
    ['{ item_5Collection { edges { node { nothing } } } }', 'validation_failed'],
    ['{ item_5Collections { edges { node { id } } } }', 'validation_failed'],
    ['{ nothing }', 'validation_failed'],
    ['mutation { nothing }', 'validation_failed'],
    ['{ node(nodeId: "x") { ... on nothing { id } } }', 'validation_failed'],
    [
      'query ($x: item_5Filters) { item_5Collection { pageInfo { endCursor } } }',
      'validation_failed',
    ],
    [
      '{ item_5Collection(filter: { id: { eq: "x" } }) { edges { node { id } } } }',
      'validation_failed',
    ],
  ])('refuses what it does not have: %s', async (query, code) => {
    expect((await api.error(query)).extensions.code).toBe(code)
  })

  it('can be introspected', async () => {
    const [first, second] = await Promise.all([
      api.data(getIntrospectionQuery()),
      api.data(getIntrospectionQuery()),
    ])
    expect(first.__schema.types.length).toBeGreaterThan(TABLES * 5)
    expect(second).toEqual(first)
    const type = first.__schema.types.find(({ name }: NamedType) => name === 'item_5')
    expect(type.fields.map(({ name }: NamedType) => name)).toEqual(
      expect.arrayContaining(['id', 'name', 'item_4', 'item_6Collection']),
    )
  })
})

describe('the schema of hundreds of tables', () => {
  it('is built in slices', () => {
    const work = createRoleSchema(catalogueOf(300), () => () => '')
    const { value, slices } = finish(work)
    expect(value.model.tables).toHaveLength(300)
    expect(slices).toBeGreaterThan(20)
  })

  it('is built only for the tables that a document names', () => {
    const { value: role } = finish(createRoleSchema(catalogueOf(1500), () => () => ''))
    const small = role.schemaFor(parse('{ table_8Collection { edges { node { id } } } }'))
    expect(Object.keys(small.schema.getTypeMap()).length).toBeLessThan(100)
    // Documents that name the same tables share one part.
    expect(role.schemaFor(parse('{ table_8ByPk(id: 1) { name } }'))).toBe(small)
    expect(role.schemaFor(parse('{ table_9ByPk(id: 1) { name } }'))).not.toBe(small)
    const all = Array.from({ length: 1300 }, (_, at) => `table_${at}ByPk(id: 1) { id }`)
    expect(() => role.schemaFor(parse(`{ ${all.join(' ')} }`))).toThrow(
      'The tables in the document have more than 5000 columns in total.',
    )
  })

  it('leaves turns to other requests', async () => {
    const inTurns: Turns = createTurns()
    const work = inTurns(createRoleSchema(catalogueOf(300), () => () => ''))
    let turns = 0
    let isDone = false
    const counting = () => {
      turns += 1
      if (!isDone) setImmediate(counting)
    }
    setImmediate(counting)
    await work
    isDone = true
    expect(turns).toBeGreaterThan(20)
  })
})

import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(`
    create table part (
      id bigint primary key,
      name text,
      "constructor" text default 'made',
      "toString" text
    );
    create function label(part text default 'none', "constructor" text default 'made')
      returns text language sql stable as $$ select $1 || ' ' || $2 $$;
    create function "constructor"() returns text language sql stable as $$ select 'called' $$;
    create function "toString"() returns text language sql as $$ select 'called' $$;
    grant all on part to service_role;
    insert into part (id, name, "constructor")
      values (1, 'wheel', 'me'), (2, 'bolt', 'you'), (9007199254740993, 'far', 'us');
  `)
})
afterAll(() => api.stop())

describe('a column named like a property of every object', () => {
  const change = `mutation ($set: partUpdateInput!) {
    updatepartCollection(set: $set, filter: { id: { eq: "1" } }) {
      records { name constructor toString }
    } }`

  it('is unchanged by an update that does not name it', async () => {
    const { updatepartCollection: answer } = await api.data(change, { set: { name: 'tyre' } })
    expect(answer.records).toEqual([{ name: 'tyre', constructor: 'me', toString: null }])
  })

  it('takes its default in an insert that does not name it', async () => {
    const insert = `mutation ($objects: [partInsertInput!]!) {
      insertIntopartCollection(objects: $objects) { records { name constructor toString } } }`
    const { insertIntopartCollection: answer } = await api.data(insert, {
      objects: [
        { id: 3, name: 'nut' },
        { id: 4, name: 'cog', toString: 'text' },
      ],
    })
    expect(answer.records).toEqual([
      { name: 'nut', constructor: 'made', toString: null },
      { name: 'cog', constructor: 'made', toString: 'text' },
    ])
  })

  it('can be changed and filtered by name', async () => {
    const { updatepartCollection: answer } = await api.data(change, {
      set: { constructor: 'them', toString: 'text' },
    })
    expect(answer.records).toMatchObject([{ constructor: 'them', toString: 'text' }])
    const read = `query ($filter: partFilter, $order: [partOrderBy!]) {
      partCollection(filter: $filter, orderBy: $order) { edges { node { id } } } }`
    const { partCollection } = await api.data(read, {
      filter: { constructor: { eq: 'them' } },
      order: [{ constructor: 'DescNullsLast' }],
    })
    expect(partCollection.edges).toEqual([{ node: { id: '1' } }])
  })

  it('is not treated as an argument of a function', async () => {
    expect(await api.data('{ label(part: "a") }')).toEqual({ label: 'a made' })
    expect(await api.data('query ($constructor: String) { label(part: $constructor) }')).toEqual({
      label: 'none made',
    })
  })
})

describe('a function named like a property of every object', () => {
  it('is called', async () => {
    expect(await api.data('{ constructor }')).toEqual({ constructor: 'called' })
    expect(await api.data('mutation { toString }')).toEqual({ toString: 'called' })
  })
})

describe('the name of a property of every object', () => {
  it.each([
    '{ constructor(toString: 1) }',
    '{ hasOwnProperty }',
    '{ __proto__ { constructor } }',
    '{ partCollection @constructor { edges { node { valueOf } } } }',
    '{ partCollection(filter: { valueOf: { eq: "a" } }) { edges { node { id } } } }',
    '{ partCollection(filter: { name: { constructor: "a" } }) { edges { node { id } } } }',
    '{ ...constructor } fragment toString on constructor { valueOf }',
    'query ($constructor: constructor) { partCollection(first: $toString) { pageInfo { valueOf } } }',
    '{ __type(name: "constructor") { name } __schema { constructor } }',
  ])('is refused if nothing has that name: %s', async (query) => {
    for (const variables of [{}, { constructor: 1 }, { valueOf: { toString: 1 } }]) {
      const { status, body } = await api.ask(query, variables)
      expect(status).toBe(200)
      expect(body.errors[0].extensions.code).toBe('validation_failed')
    }
  })

  it('is refused as the name of an operation', async () => {
    const body = (operationName: string) =>
      JSON.stringify({ query: 'query a { heartbeat }', operationName })
    for (const name of ['constructor', '__proto__', 'toString'])
      expect((await api.send(body(name))).body.errors[0].extensions.code).toBe('unknown_operation')
  })
})

describe('a request', () => {
  it('can introspect the schema as tools do, but not a thousand times at once', async () => {
    const options = { inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }
    const known = await api.data(getIntrospectionQuery(options))
    expect(known.__schema.types.length).toBeGreaterThan(10)
    const fragment = 'fragment F on __Schema { types { name fields { name } } }'
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => `a${n}: ${name}`).join(' ')
    for (const text of [
      `{ ${many(600, '__schema { ...F }')} } ${fragment}`,
      `{ __schema { ${many(600, 'types { name }')} } }`,
      `{ __schema { types { fields { ${many(600, 'name')} } } } }`,
      `{ __type(name: "part") { fields { ${many(600, 'name')} } } }`,
    ])
      expect((await api.error(text)).extensions.code).toBe('field_limit')
  })

  it('that repeats a column in its order gets the same response as with the column once', async () => {
    const order = Array.from({ length: 11_000 }, () => ({ id: 'DescNullsLast' }))
    const text = `query ($order: [partOrderBy!], $after: Cursor) {
      partCollection(orderBy: $order, after: $after) { edges { cursor node { id } } } }`
    api.statements.length = 0
    const { partCollection: all } = await api.data(text, { order })
    const { partCollection: rest } = await api.data(text, { order, after: all.edges[0].cursor })
    expect(rest.edges).toEqual(all.edges.slice(1))
    for (const statement of api.statements) expect(statement.text.length).toBeLessThan(5000)
  })

  it('with invalid UTF-8 is refused instead of being read as another text', async () => {
    const [before, after] = ['{"query": "{ label(part: \\"', '\\") }"}'].map((text) =>
      Buffer.from(text),
    )
    const broken = Buffer.concat([
      before ?? Buffer.alloc(0),
      Buffer.of(0xff),
      after ?? Buffer.alloc(0),
    ])
    const { status, body } = await api.send(broken)
    expect(status).toBe(400)
    expect(body.errors[0].extensions.code).toBe('malformed_json')
  })

  it('with a number that the JSON parser rounds is refused, but accepts it as text', async () => {
    const text = JSON.stringify(
      'query ($id: BigInt) { partCollection(filter: {id: {eq: $id}}) { edges { node { name } } } }',
    )
    const ask = (id: string) => api.send(`{"query": ${text}, "variables": {"id": ${id}}}`)
    const rounded = await ask('9007199254740993')
    expect(rounded.body.errors[0].extensions.code).toBe('invalid_variables')
    const { body } = await ask('"9007199254740993"')
    expect(body.data.partCollection.edges).toEqual([{ node: { name: 'far' } }])
  })
})

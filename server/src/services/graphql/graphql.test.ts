import {
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, testSchema, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(testSchema())
})
afterAll(() => api.stop())

const ADA = '{ accountCollection(filter: {email: {eq: "ada@example.com"}}) { edges { node'
const ada = async (selection: string) =>
  (await api.data(`${ADA} { ${selection} } } } }`)).accountCollection.edges[0].node

describe('a collection', () => {
  it('returns edges with cursors and nodes, in the order of the primary key', async () => {
    expect(
      await api.data('{ blogCollection(first: 2) { edges { cursor node { id name } } } }'),
    ).toEqual({
      blogCollection: {
        edges: [
          { cursor: 'WzFd', node: { id: 1, name: 'Blog 1' } },
          { cursor: 'WzJd', node: { id: 2, name: 'Blog 2' } },
        ],
      },
    })
  })

  it('has 30 records a page unless a comment says otherwise', async () => {
    await api.test.run(`
      create table many (id int primary key);
      insert into many select generate_series(1, 60);
      create table few (id int primary key);
      insert into few select generate_series(1, 60);
      comment on table few is '@graphql({"max_rows": 4})';
    `)
    const data = await api.data(`{
      manyCollection { edges { node { id } } }
      all: manyCollection(first: 50) { edges { node { id } } pageInfo { hasNextPage } }
      fewCollection { edges { node { id } } pageInfo { hasNextPage } }
    }`)
    expect(data.manyCollection.edges).toHaveLength(30)
    expect(data.all.edges).toHaveLength(30)
    expect(data.all.pageInfo.hasNextPage).toBe(true)
    expect(data.fewCollection.edges).toHaveLength(4)
  })

  it('counts all rows that match the filter, independent of the page, if a comment allows it', async () => {
    const data = await api.data(
      '{ accountCollection(first: 1, filter: {id: {gt: 2}}) { totalCount edges { node { id } } } }',
    )
    expect(data.accountCollection).toEqual({ totalCount: 3, edges: [{ node: { id: 3 } }] })
    expect(await api.error('{ blogCollection { totalCount } }')).toMatchObject({
      message: 'Cannot query field "totalCount" on type "BlogConnection".',
      extensions: { code: 'validation_failed' },
    })
  })

  it('aggregates the rows that match its filter, if a comment allows it', async () => {
    const query = `{ accountCollection(first: 1, filter: {id: {gt: 2}}) { aggregate {
      __typename count sum { id balance visits } avg { id } min { email isAdmin } max { born score isAdmin }
    } } }`
    expect((await api.data(query)).accountCollection.aggregate).toEqual({
      __typename: 'AccountAggregate',
      count: 3,
      sum: { id: 12, balance: 6, visits: 12 },
      avg: { id: 4 },
      min: { email: 'cat@example.com', isAdmin: false },
      max: { born: '1999-12-31', score: 4.5, isAdmin: false },
    })
    const none = `{ accountCollection(filter: {id: {gt: 1000}}) { aggregate { count sum { id } } } }`
    expect((await api.data(none)).accountCollection.aggregate).toEqual({
      count: 0,
      sum: { id: null },
    })
    expect((await api.error('{ blogCollection { aggregate { count } } }')).extensions.code).toBe(
      'validation_failed',
    )
  })

  it('returns keys in the requested order, even more than a hundred', async () => {
    const keys = Array.from({ length: 140 }, (_, index) => `k${140 - index}`)
    const { body } = await api.ask(
      `{ blogCollection(first: 1) { edges { node { ${keys.map((key) => `${key}: id`).join(' ')} } } } }`,
    )
    expect(Object.keys(body.data.blogCollection.edges[0].node)).toEqual(keys)
  })
})

describe('values', () => {
  it('are text if JSON cannot represent them, and JSON values otherwise', async () => {
    expect(
      await ada(
        'email nick isAdmin balance visits score profile tags bigNumbers mood moods born createdAt',
      ),
    ).toEqual({
      email: 'ada@example.com',
      nick: 'Ada',
      isAdmin: false,
      balance: '12345678901234.5678',
      visits: '9007199254740993',
      score: 1.5,
      profile: '{"a": [2], "b": 1}',
      tags: ['red', 'a,b'],
      bigNumbers: ['9007199254740993', null],
      mood: 'happy',
      moods: ['happy', 'NOT_SO'],
      born: '2000-02-29',
      createdAt: '2024-01-02T03:04:05.678901+00:00',
    })
  })

  it('are null if the row has none, and an empty list stays empty', async () => {
    const query = `{ accountCollection(filter: {id: {eq: 2}}) { edges { node { balance profile tags moods } } } }`
    expect((await api.data(query)).accountCollection.edges[0].node).toEqual({
      balance: null,
      profile: null,
      tags: [],
      moods: null,
    })
  })
})

describe('relationships', () => {
  it('lead from a record to the one that its key refers to, and back to all that refer to it', async () => {
    expect(
      await ada('blogCollection(first: 1) { edges { node { name owner { email } } } }'),
    ).toEqual({
      blogCollection: {
        edges: [{ node: { name: 'Blog 1', owner: { email: 'ada@example.com' } } }],
      },
    })
  })

  it('are one to one if the key is unique', async () => {
    expect(await ada('passport { id account { passport { id } } }')).toEqual({
      passport: { id: 1, account: { passport: { id: 1 } } },
    })
    const lost =
      '{ passportCollection(filter: {id: {eq: 3}}) { edges { node { account { id } } } } }'
    expect((await api.data(lost)).passportCollection.edges).toEqual([{ node: { account: null } }])
  })

  it('have the names in a comment on the constraint', async () => {
    const query = `{ blogCollection(first: 1) { edges { node {
      posts(first: 1, orderBy: [{title: DescNullsLast}]) { edges { node { title weblog { id } } } }
    } } } }`
    expect((await api.data(query)).blogCollection.edges[0].node.posts.edges).toEqual([
      { node: { title: 'Post 7', weblog: { id: 1 } } },
    ])
  })

  it('are paged, filtered and ordered separately in every record', async () => {
    const query = `{ blogCollection(first: 2) { edges { node { posts(
      first: 1, filter: {status: {eq: RELEASED}}, orderBy: [{title: AscNullsLast}]
    ) { edges { node { title } } pageInfo { hasNextPage endCursor } } } } } }`
    const { edges } = (await api.data(query)).blogCollection
    const titles = edges.map(
      ({ node }: { node: { posts: { edges: { node: { title: string } }[] } } }) =>
        node.posts.edges[0]?.node.title,
    )
    expect(titles).toEqual(['Post 10', 'Post 2'])
  })

  it('lead to and from views that declare their keys in a comment', async () => {
    expect(await ada('loud { edges { node { email quiet { email } } } }')).toEqual({
      loud: {
        edges: [{ node: { email: 'ADA@EXAMPLE.COM', quiet: { email: 'ada@example.com' } } }],
      },
    })
  })
})

describe('nodeId', () => {
  it('is base64 of schema, table and key, and finds the record again', async () => {
    const { nodeId } = await ada('nodeId')
    expect(Buffer.from(nodeId, 'base64').toString()).toBe('["public", "account", 1]')
    const query = `query ($id: ID!) { node(nodeId: $id) {
      __typename nodeId ... on Account { email } ... on Blog { name }
    } }`
    expect(await api.data(query, { id: nodeId })).toEqual({
      node: { __typename: 'Account', nodeId, email: 'ada@example.com' },
    })
  })

  it('can contain keys of several columns', async () => {
    const query =
      '{ seatCollection(first: 1, orderBy: [{number: DescNullsLast}]) { edges { node { nodeId } } } }'
    const { nodeId } = (await api.data(query)).seatCollection.edges[0].node
    const found = await api.data(
      `{ node(nodeId: "${nodeId}") { ... on Seat { hall number note } } }`,
    )
    expect(found.node).toEqual({ hall: 'a', number: 2, note: null })
  })

  it('finds null for a missing record, and is refused if it is invalid', async () => {
    const encode = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64')
    const find = (id: string) => `{ node(nodeId: "${id}") { nodeId } }`
    expect(await api.data(find(encode(['public', 'account', 99])))).toEqual({ node: null })
    const elsewhere = encode(['public', 'nowhere', 1])
    for (const wrong of [
      '',
      'abc',
      encode({ a: 1 }),
      encode(['public', 'account', 1, 2]),
      elsewhere,
    ])
      expect((await api.error(find(wrong))).extensions.code).toBe('bad_user_input')
  })
})

describe('functions', () => {
  it('that change nothing are fields of the query, with their arguments and defaults', async () => {
    expect(
      await api.data(
        '{ a: addNums(a: 1) b: addNums(a: 1, b: 2) joinWords(words: ["x", "a\\"b"]) }',
      ),
    ).toEqual({
      a: 11,
      b: 3,
      joinWords: 'x-a"b',
    })
    expect((await api.error('{ addNums }')).message).toContain(
      'argument "a" of type "Int!" is required',
    )
  })

  it('return a record, or null if they find none', async () => {
    const query = `{ one: accountByEmail(email: "cat@example.com") { nick initial }
      none: accountByEmail(email: "x") { nick } }`
    expect(await api.data(query)).toEqual({ one: { nick: 'Cat', initial: 'c' }, none: null })
  })

  it('return collections that are paged and filtered like tables', async () => {
    const query = `{ accountsByDomain(domainPart: "@example.com", filter: {id: {gt: 1}}, first: 2) {
      totalCount edges { node { id } } pageInfo { hasNextPage }
    } }`
    expect((await api.data(query)).accountsByDomain).toEqual({
      totalCount: 4,
      edges: [{ node: { id: 2 } }, { node: { id: 3 } }],
      pageInfo: { hasNextPage: true },
    })
  })

  it('that take a row are its fields: values need a leading underscore, records can have any name', async () => {
    expect(
      await ada('initial firstBlog { name } manyBlogs(first: 1) { edges { node { id } } }'),
    ).toEqual({
      initial: 'a',
      firstBlog: { name: 'Blog 1' },
      manyBlogs: { edges: [{ node: { id: 1 } }] },
    })
  })

  it('of other kinds are omitted', async () => {
    const { __type } = await api.data('{ __type(name: "Query") { fields { name } } }')
    const names = __type.fields.map(({ name }: { name: string }) => name)
    for (const absent of ['overloaded', 'nothing', 'nameless', 'notMarked', 'noKeyCollection'])
      expect(names).not.toContain(absent)
  })
})

describe('an operation', () => {
  it('supports fragments, directives, aliases and default values of variables', async () => {
    const query = `
      query ($first: Int = 1, $no: Boolean!) {
        blogs: blogCollection(first: $first) { ...Page __typename }
        blogCollection @include(if: $no) { __typename }
      }
      fragment Page on BlogConnection { edges { node { ...Named ... on Node { nodeId @skip(if: true) } description @include(if: $no) } } }
      fragment Named on Blog { title: name name __typename }`
    expect(await api.data(query, { no: false })).toEqual({
      blogs: {
        edges: [{ node: { title: 'Blog 1', name: 'Blog 1', __typename: 'Blog' } }],
        __typename: 'BlogConnection',
      },
    })
  })

  it('merges fields that are requested twice', async () => {
    const query = `{ blogCollection(first: 1) { edges { node { id } } edges { node { name owner { id } } } }
      blogCollection(first: 1) { edges { node { owner { email } } } } }`
    expect((await api.data(query)).blogCollection.edges).toEqual([
      { node: { id: 1, name: 'Blog 1', owner: { id: 1, email: 'ada@example.com' } } },
    ])
  })

  it('is chosen by its name among several', async () => {
    const query = 'query A { addNums(a: 1) } query B { addNums(a: 2) }'
    const send = (operationName?: string) => api.send(JSON.stringify({ query, operationName }))
    expect((await send('B')).body).toEqual({ data: { addNums: 12 } })
    expect((await send()).body.errors[0].extensions.code).toBe('unknown_operation')
    expect((await send('C')).body.errors[0].extensions.code).toBe('unknown_operation')
  })

  it('returns types and data together, in the requested order', async () => {
    const { body } = await api.ask(
      '{ b: addNums(a: 1) __type(name: "Blog") { name } __typename a: addNums(a: 2) heartbeat }',
    )
    expect(Object.keys(body.data)).toEqual(['b', '__type', '__typename', 'a', 'heartbeat'])
    expect(body.data).toMatchObject({ b: 11, __type: { name: 'Blog' }, __typename: 'Query', a: 12 })
  })

  it('is one statement for any query', async () => {
    api.statements.length = 0
    await api.data(`{
      accountCollection { totalCount pageInfo { hasNextPage } edges { node { blogCollection { edges { node { posts { edges { node { id } } } } } } } } }
      blogCollection(last: 2) { edges { cursor } }
      node(nodeId: "WyJwdWJsaWMiLCAiYWNjb3VudCIsIDFd") { nodeId }
      addNums(a: 1)
    }`)
    expect(api.statements).toHaveLength(1)
  })

  it('that only requests types runs no statement', async () => {
    api.statements.length = 0
    await api.data('{ __schema { queryType { name } } __typename }')
    expect(api.statements).toHaveLength(0)
  })
})

describe('introspection', () => {
  it('lets clients build their schema', async () => {
    const schema = buildClientSchema(await api.data(getIntrospectionQuery()))
    const printed = printSchema(lexicographicSortSchema(schema))
    expect(printed).toContain('type Account implements Node {')
    expect(printed).toContain('"""Somebody"""')
    expect(printed).toContain('"""For friends"""\n  nick: String')
    expect(schema.getType('Blog')).toBeDefined()
    expect(String(schema.getQueryType()?.getFields()['blogCollection']?.type)).toBe(
      'BlogConnection!',
    )
    expect(
      String(schema.getMutationType()?.getFields()['updateBlogCollection']?.args.at(-1)?.type),
    ).toBe('Int!')
  })

  it('shows a new table at once, and no dropped one', async () => {
    const names = async () =>
      (await api.data('{ __schema { types { name } } }')).__schema.types.map(
        ({ name }: { name: string }) => name,
      )
    await api.test.run('create table brand_new (id int primary key)')
    expect(await names()).toContain('BrandNew')
    expect(await api.data('{ brandNewCollection { edges { node { id } } } }')).toEqual({
      brandNewCollection: { edges: [] },
    })
    await api.test.run('drop table brand_new')
    expect(await names()).not.toContain('BrandNew')
    expect((await api.error('{ brandNewCollection { edges { cursor } } }')).extensions.code).toBe(
      'validation_failed',
    )
  })

  it('can be switched off by the comment of a schema', async () => {
    await api.test.run(
      `comment on schema public is '@graphql({"inflect_names": true, "introspection": false})'`,
    )
    expect((await api.error('{ __schema { queryType { name } } }')).extensions.code).toBe(
      'validation_failed',
    )
    expect(await api.data('{ addNums(a: 1) }')).toEqual({ addNums: 11 })
    await api.test.run(`comment on schema public is '@graphql({"inflect_names": true})'`)
    expect(await api.data('{ __schema { queryType { name } } }')).toEqual({
      __schema: { queryType: { name: 'Query' } },
    })
  })
})

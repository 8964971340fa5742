import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import { createGraphqlApp, testSchema, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(testSchema())
})
afterAll(() => api.stop())

const Count = z.object({ count: z.coerce.number() })
const accounts = async () =>
  (await api.test.database.as('postgres').one(sql`select count(*) as count from account`, Count))
    .count

describe('an insert', () => {
  it('adds records and returns them with their relationships and ids', async () => {
    const query = `mutation ($objects: [AccountInsertInput!]!) {
      insertIntoAccountCollection(objects: $objects) { affectedCount records {
        email nick tags moods profile visits initial nodeId blogCollection { edges { cursor } }
      } } }`
    const objects = [
      {
        email: 'x@new',
        nick: null,
        tags: ['"', '\\', null, 'null', ''],
        moods: ['NOT_SO'],
        profile: '{"a":1}',
      },
      { email: 'y@new', visits: '9007199254740993', tags: [] },
    ]
    const { insertIntoAccountCollection: answer } = await api.data(query, { objects })
    expect(answer.affectedCount).toBe(2)
    expect(answer.records).toMatchObject([
      {
        email: 'x@new',
        nick: null,
        tags: ['"', '\\', null, 'null', ''],
        moods: ['NOT_SO'],
        profile: '{"a": 1}',
        visits: '0',
        initial: 'x',
        blogCollection: { edges: [] },
      },
      { email: 'y@new', visits: '9007199254740993', tags: [] },
    ])
    const found = await api.data(
      'query ($id: ID!) { node(nodeId: $id) { ... on Account { email } } }',
      {
        id: answer.records[1].nodeId,
      },
    )
    expect(found.node).toEqual({ email: 'y@new' })
  })

  it('uses all defaults for an object without values', async () => {
    await api.test.run(
      "create table defaulted (id int primary key default 7, word text default 'w')",
    )
    const query =
      'mutation { insertIntoDefaultedCollection(objects: [{}]) { records { id word } } }'
    expect((await api.data(query)).insertIntoDefaultedCollection.records).toEqual([
      { id: 7, word: 'w' },
    ])
  })

  it('does not accept columns that the database fills', async () => {
    const query =
      'mutation { insertIntoAccountCollection(objects: [{id: 1, email: "i"}]) { affectedCount } }'
    expect((await api.error(query)).extensions.code).toBe('validation_failed')
  })

  it('rejects an empty list, and adds nothing if one record is rejected', async () => {
    const insert = (objects: string) =>
      api.error(`mutation { insertIntoAccountCollection(objects: ${objects}) { affectedCount } }`)
    expect((await insert('[]')).extensions.code).toBe('bad_user_input')
    const before = await accounts()
    expect(await insert('[{email: "twice"}, {email: "twice"}]')).toMatchObject({
      message: expect.stringContaining('duplicate key'),
      extensions: { code: '23505', details: 'Key (email)=(twice) already exists.' },
    })
    expect((await insert('[{nick: "nobody"}]')).extensions.code).toBe('23502')
    expect(await accounts()).toBe(before)
  })

  it('rejects text that is too long for its column instead of truncating it', async () => {
    const query = `mutation { insertIntoSeatCollection(objects: [{hall: "c", number: 1, note: "too long"}]) { affectedCount } }`
    expect((await api.error(query)).extensions.code).toBe('22001')
  })
})

describe('an insert of records that may be there', () => {
  const upsert = (rest: string) => `mutation {
    insertIntoBlogCollection(
      objects: [{id: 5, ownerId: 1, name: "five"}, {id: 50, ownerId: 1, name: "fifty"}],
      onConflict: {constraint: blog_pkey, ${rest}}
    ) { affectedCount records { id name ownerId } }
  }`

  it('overwrites the named fields and keeps the others', async () => {
    expect((await api.data(upsert('updateFields: [name]'))).insertIntoBlogCollection).toEqual({
      affectedCount: 2,
      records: [
        { id: 5, name: 'five', ownerId: 3 },
        { id: 50, name: 'fifty', ownerId: 1 },
      ],
    })
  })

  it('keeps records outside its filter, and all records if no field is named', async () => {
    const some = upsert('updateFields: [ownerId], filter: {name: {eq: "fifty"}}')
    expect((await api.data(some)).insertIntoBlogCollection.records).toEqual([
      { id: 50, name: 'fifty', ownerId: 1 },
    ])
    expect((await api.data(upsert('updateFields: []'))).insertIntoBlogCollection).toEqual({
      affectedCount: 0,
      records: [],
    })
  })

  it('accepts only keys of its table', async () => {
    const wrong = upsert('updateFields: [name]').replace('blog_pkey', 'account_pkey')
    expect((await api.error(wrong)).extensions.code).toBe('validation_failed')
  })
})

describe('an update', () => {
  it('changes the filtered records and returns their new state', async () => {
    const query = `mutation { updateBlogCollection(
      set: {name: "New", description: null}, filter: {id: {in: [1, 2]}}, atMost: 2
    ) { __typename affectedCount records { id name description owner { email } } } }`
    expect((await api.data(query)).updateBlogCollection).toEqual({
      __typename: 'BlogUpdateResponse',
      affectedCount: 2,
      records: [
        { id: 1, name: 'New', description: null, owner: { email: 'ada@example.com' } },
        { id: 2, name: 'New', description: null, owner: { email: 'ada@example.com' } },
      ],
    })
  })

  it('returns no records if none match', async () => {
    const query = `mutation { updateBlogCollection(set: {name: "x"}, filter: {id: {eq: 99}}) { affectedCount records { id } } }`
    expect((await api.data(query)).updateBlogCollection).toEqual({ affectedCount: 0, records: [] })
  })

  it('is undone if it touches more than atMost records, one by default', async () => {
    const query = (atMost: string) => `mutation {
      updateAccountCollection(set: {nick: "changed"}, filter: {id: {lte: 2}} ${atMost}) { affectedCount } }`
    expect(await api.error(query(''))).toMatchObject({
      message: 'update impacts too many records',
      extensions: { code: 'at_most_exceeded' },
    })
    const read = '{ accountCollection(filter: {nick: {eq: "changed"}}) { totalCount } }'
    expect((await api.data(read)).accountCollection.totalCount).toBe(0)
    expect((await api.error(query('atMost: 0'))).extensions.code).toBe('at_most_exceeded')
    expect((await api.error(query('atMost: -1'))).extensions.code).toBe('bad_user_input')
    expect((await api.data(query('atMost: 2'))).updateAccountCollection.affectedCount).toBe(2)
  })

  it('has to set a value', async () => {
    const query = 'mutation { updateBlogCollection(set: {}) { affectedCount } }'
    expect((await api.error(query)).extensions.code).toBe('bad_user_input')
  })
})

describe('a delete', () => {
  it('deletes the filtered records and returns them', async () => {
    const query = `mutation { deleteFromSeatCollection(filter: {hall: {eq: "b"}}) {
      affectedCount records { hall number note } } }`
    expect((await api.data(query)).deleteFromSeatCollection).toEqual({
      affectedCount: 1,
      records: [{ hall: 'b', number: 1, note: 'long' }],
    })
  })

  it('is undone if it touches more than atMost records', async () => {
    const before = await accounts()
    const query = 'mutation { deleteFromAccountCollection { affectedCount } }'
    expect(await api.error(query)).toMatchObject({
      message: 'delete impacts too many records',
      extensions: { code: 'at_most_exceeded' },
    })
    expect(await accounts()).toBe(before)
  })
})

describe('several changes in one mutation', () => {
  it('run in order, see each other’s changes, and return results under their aliases', async () => {
    const query = `mutation {
      add: insertIntoSeatCollection(objects: [{hall: "m", number: 1, note: "a"}]) { affectedCount }
      once: updateSeatCollection(set: {note: "b"}, filter: {hall: {eq: "m"}}) { records { note } }
      again: updateSeatCollection(set: {number: 5}, filter: {hall: {eq: "m"}}) { records { note number } }
      __typename
      gone: deleteFromSeatCollection(filter: {hall: {eq: "m"}}) { affectedCount }
    }`
    expect(await api.data(query)).toEqual({
      add: { affectedCount: 1 },
      once: { records: [{ note: 'b   ' }] },
      again: { records: [{ note: 'b   ', number: 5 }] },
      __typename: 'Mutation',
      gone: { affectedCount: 1 },
    })
  })

  it('are all undone if one fails', async () => {
    const before = await accounts()
    const query = `mutation {
      insertIntoAccountCollection(objects: [{email: "undone"}]) { affectedCount }
      deleteFromAccountCollection(filter: {id: {gt: 0}}) { affectedCount }
    }`
    expect((await api.error(query)).extensions.code).toBe('at_most_exceeded')
    expect(await accounts()).toBe(before)
  })

  it('run as one statement if there is one change', async () => {
    api.statements.length = 0
    await api.data(
      'mutation { updateBlogCollection(set: {name: "one"}, filter: {id: {eq: 1}}) { affectedCount records { owner { id } } } }',
    )
    expect(api.statements).toHaveLength(1)
  })
})

describe('a function that may change something', () => {
  it('is a field of the mutation and called once for any selection of its rows', async () => {
    const query = `mutation { addAccount(email: "f@new") { email initial } touchAll(first: 2) {
      edges { node { initial } cursor } pageInfo { hasNextPage endCursor } totalCount
    } }`
    const visits = async () =>
      (
        await api.test.database
          .as('postgres')
          .one(sql`select visits as count from account where id = 2`, Count)
      ).count
    const before = await visits()
    const data = await api.data(query)
    expect(data.addAccount).toEqual({ email: 'f@new', initial: 'f' })
    expect(data.touchAll.edges).toHaveLength(2)
    expect(data.touchAll.totalCount).toBe(await accounts())
    expect(await visits()).toBe(before + 1)
  })

  it('cannot be called in a query', async () => {
    expect((await api.error('{ addAccount(email: "q") { email } }')).extensions.code).toBe(
      'validation_failed',
    )
  })

  it('fails if it writes as a field of a record in a query', async () => {
    await api.test.run(`create function slyer(account) returns setof blog language sql
      as 'delete from blog returning *'`)
    const query =
      '{ accountCollection(first: 1) { edges { node { slyer { edges { node { id } } } } } } }'
    expect((await api.error(query)).extensions.code).toBe('25006')
  })
})

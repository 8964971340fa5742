import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, testSchema, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(testSchema())
})
afterAll(() => api.stop())

const QUERY = `query ($filter: AccountFilter) {
  accountCollection(filter: $filter) { edges { node { id } } }
}`
const found = async (filter: unknown): Promise<number[]> => {
  const data = await api.data(QUERY, { filter })
  return data.accountCollection.edges.map(({ node }: { node: { id: number } }) => node.id)
}
const all = [1, 2, 3, 4, 5]

describe('filters', () => {
  it.each<[object, number[]]>([
    [{ id: { eq: 2 } }, [2]],
    [{ id: { neq: 2 } }, [1, 3, 4, 5]],
    [{ id: { gt: 2, lte: 4 } }, [3, 4]],
    [{ id: { gte: 4 } }, [4, 5]],
    [{ id: { lt: 2 } }, [1]],
    [{ id: { in: [1, 5, 9] } }, [1, 5]],
    [{ id: { in: [] } }, []],
    [{ nick: { is: 'NULL' } }, [2, 4]],
    [{ nick: { is: 'NOT_NULL' } }, [1, 3, 5]],
    [{ email: { startsWith: 'c' } }, [3]],
    [{ email: { like: '%ve@%' } }, [5]],
    [{ email: { ilike: 'ADA%' } }, [1]],
    [{ email: { regex: '^(ada|bob)@' } }, [1, 2]],
    [{ email: { iregex: '^ADA' } }, [1]],
    [{ isAdmin: { eq: false } }, all],
    [{ visits: { eq: '9007199254740993' } }, [1]],
    [{ visits: { gt: 4 } }, [1, 5]],
    [{ balance: { eq: '12345678901234.5678' } }, [1]],
    [{ score: { gt: 2.4 } }, [3, 4, 5]],
    [{ born: { lt: '2000-01-01' } }, [3]],
    [{ createdAt: { eq: '2024-01-02T03:04:05.678901Z' } }, all],
    [{ mood: { eq: 'NOT_SO' } }, [2]],
    [{ mood: { in: ['happy', 'NOT_SO'] } }, [1, 2]],
    [{ tags: { contains: ['a,b'] } }, [1]],
    [{ tags: { containedBy: ['red', 'a,b', 'x'] } }, [1, 2]],
    [{ tags: { overlaps: ['red', 'x'] } }, [1]],
    [{ tags: { eq: [] } }, [2]],
    [{ tags: { is: 'NULL' } }, [3, 4, 5]],
    [{ moods: { contains: ['NOT_SO'] } }, [1]],
    [{ bigNumbers: { overlaps: ['9007199254740993'] } }, [1]],
  ])('compare: %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected)
  })

  it.each<[object, number[]]>([
    [{ or: [{ id: { eq: 1 } }, { email: { startsWith: 'b' } }] }, [1, 2]],
    [{ and: [{ id: { gt: 1 } }, { id: { lt: 3 } }] }, [2]],
    [{ not: { id: { eq: 1 } } }, [2, 3, 4, 5]],
    [{ not: { nick: { eq: 'Ada' } } }, [3, 5]],
    [{ id: { gt: 1 }, or: [{ id: { eq: 1 } }, { id: { eq: 3 } }] }, [3]],
    [
      { or: [{ and: [{ id: { eq: 3 } }, { not: { nick: { eq: 'x' } } }] }, { id: { eq: 4 } }] },
      [3, 4],
    ],
  ])('combine: %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected)
  })

  it.each<[unknown]>([
    [null],
    [{}],
    [{ id: null }],
    [{ id: {} }],
    [{ or: [] }],
    [{ or: [{}] }],
    [{ not: {} }],
    [{ and: null }],
  ])('restrict nothing where they say nothing: %j', async (filter) => {
    expect(await found(filter)).toEqual(all)
  })

  it('match nothing if they compare with null', async () => {
    expect(await found({ nick: { eq: null } })).toEqual([])
    expect(await found({ id: { in: null } })).toEqual([])
    expect(await found({ id: { is: null } })).toEqual([])
  })

  it('ignore a comparison whose variable is not given', async () => {
    const query = `query ($id: Int, $nick: String) {
      accountCollection(filter: {id: {eq: $id}, nick: {eq: $nick}}) { edges { node { id } } } }`
    expect((await api.data(query, { nick: 'Cat' })).accountCollection.edges).toEqual([
      { node: { id: 3 } },
    ])
  })

  it('find a record by its nodeId', async () => {
    const id = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64')
    expect(await found({ nodeId: { eq: id(['public', 'account', 4]) } })).toEqual([4])
    expect(await found({ not: { nodeId: { eq: id(['public', 'account', 4]) } } })).toEqual([
      1, 2, 3, 5,
    ])
    const filter = { nodeId: { eq: id(['public', 'blog', 4]) } }
    expect((await api.error(QUERY, { filter })).extensions.code).toBe('bad_user_input')
  })

  it('refuse values that are invalid for the type with the error of the database', async () => {
    const code = async (filter: object) => (await api.error(QUERY, { filter })).extensions.code
    expect(await code({ born: { eq: 'yesterday-ish' } })).toBe('22007')
    expect(await code({ visits: { eq: '99999999999999999999' } })).toBe('22003')
    expect(await code({ email: { regex: '(' } })).toBe('2201B')
    expect(await code({ id: { eq: 'one' } })).toBe('invalid_variables')
    expect(await code({ id: { like: 'one' } })).toBe('invalid_variables')
    expect(await code({ mood: { eq: 'furious' } })).toBe('invalid_variables')
  })
})

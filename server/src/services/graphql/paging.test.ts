import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, testSchema, type GraphqlApp } from '../../../test/graphql/app.ts'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(`${testSchema()}
    create table thing (
      part text, id bigint, word text, at timestamptz, size numeric, flag boolean not null,
      primary key (part, id)
    );
    insert into thing select
      case when n % 2 = 0 then 'a' else 'b' end, 9007199254740990 + n,
      case n % 4 when 0 then null else 'w' || n % 3 end,
      case n % 5 when 0 then null else timestamptz '2024-01-01' + (n % 3) * interval '1 microsecond' end,
      case n % 3 when 0 then null else n % 2 + 0.123456789012345678 end,
      n % 2 = 0
    from generate_series(1, 23) as n;
  `)
})
afterAll(() => api.stop())

type Page = {
  edges: { cursor: string; node: { nodeId: string } }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

const QUERY = `query ($first: Int, $last: Int, $after: Cursor, $before: Cursor, $offset: Int, $by: [ThingOrderBy!]) {
  thingCollection(first: $first, last: $last, after: $after, before: $before, offset: $offset, orderBy: $by) {
    edges { cursor node { nodeId } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`
const page = async (variables: object): Promise<Page> =>
  (await api.data(QUERY, variables)).thingCollection
const ids = ({ edges }: Page) => edges.map(({ node }) => node.nodeId)

const DIRECTIONS = ['AscNullsFirst', 'AscNullsLast', 'DescNullsFirst', 'DescNullsLast']
const ORDERS = [
  [],
  ...DIRECTIONS.map((direction) => [{ word: direction }]),
  ...DIRECTIONS.map((direction) => [{ at: direction }, { flag: 'DescNullsLast' }]),
  ...DIRECTIONS.map((direction) => [{ size: direction }, { word: 'DescNullsFirst' }]),
  [{ id: 'DescNullsLast' }],
]

describe('pages', () => {
  it.each(ORDERS.map((by) => [JSON.stringify(by), by]))(
    'contain every row once, forward and backward, ordered by %s',
    async (_name, by) => {
      const whole = ids(await page({ by, first: 30 }))
      expect(new Set(whole).size).toBe(23)

      const forward: string[] = []
      let after: string | null = null
      for (let turn = 0; turn < 10; turn += 1) {
        const seen: Page = await page({ by, first: 4, after })
        forward.push(...ids(seen))
        expect(seen.pageInfo.hasPreviousPage).toBe(after !== null)
        expect(seen.pageInfo.startCursor).toBe(seen.edges[0]?.cursor)
        expect(seen.pageInfo.endCursor).toBe(seen.edges.at(-1)?.cursor)
        after = seen.pageInfo.endCursor
        if (!seen.pageInfo.hasNextPage) break
      }
      expect(forward).toEqual(whole)

      const backward: string[] = []
      let before: string | null = null
      for (let turn = 0; turn < 10; turn += 1) {
        const seen: Page = await page({ by, last: 4, before })
        backward.unshift(...ids(seen))
        expect(seen.pageInfo.hasNextPage).toBe(before !== null)
        before = seen.pageInfo.startCursor
        if (!seen.pageInfo.hasPreviousPage) break
      }
      expect(backward).toEqual(whole)
    },
  )

  it('have the requested order, with nulls where requested', async () => {
    const order = async (by: object[]) => {
      const query = `query ($by: [AccountOrderBy!]) {
        accountCollection(orderBy: $by) { edges { node { id } } } }`
      const data = await api.data(query, { by })
      return data.accountCollection.edges.map(({ node }: { node: { id: number } }) => node.id)
    }
    expect(await order([{ nick: 'AscNullsFirst' }])).toEqual([2, 4, 1, 3, 5])
    expect(await order([{ nick: 'AscNullsLast' }])).toEqual([1, 3, 5, 2, 4])
    expect(await order([{ nick: 'DescNullsFirst' }])).toEqual([2, 4, 5, 3, 1])
    expect(await order([{ nick: 'DescNullsLast' }])).toEqual([5, 3, 1, 2, 4])
    expect(await order([{ isAdmin: 'AscNullsLast' }, { id: 'DescNullsLast' }])).toEqual([
      5, 4, 3, 2, 1,
    ])
    expect(await order([{ isAdmin: 'AscNullsLast', id: 'DescNullsLast' }])).toEqual([5, 4, 3, 2, 1])
  })

  it('can skip rows with an offset, also after a cursor', async () => {
    const whole = ids(await page({ first: 30 }))
    const skipped = await page({ first: 3, offset: 2 })
    expect(ids(skipped)).toEqual(whole.slice(2, 5))
    expect(skipped.pageInfo.hasPreviousPage).toBe(true)
    const behind = await page({ first: 2, offset: 1, after: skipped.pageInfo.endCursor })
    expect(ids(behind)).toEqual(whole.slice(6, 8))
    expect(ids(await page({ first: 2, offset: 100 }))).toEqual([])
  })

  it('without rows have no cursors', async () => {
    expect(await page({ first: 0 })).toEqual({
      edges: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    })
  })

  it.each<[string, object]>([
    ['first with last', { first: 1, last: 1 }],
    ['after with before', { after: 'WzFd', before: 'WzFd' }],
    ['first with before', { first: 1, before: 'WzFd' }],
    ['last with after', { last: 1, after: 'WzFd' }],
    ['last with offset', { last: 1, offset: 1 }],
    ['a negative first', { first: -1 }],
    ['a cursor that is none', { after: 'no cursor' }],
    ['a cursor of another order', { after: 'WzFd' }],
  ])('refuse %s', async (_name, variables) => {
    expect(await api.error(QUERY, variables)).toMatchObject({
      extensions: { code: 'bad_user_input' },
    })
  })
})

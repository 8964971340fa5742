/** Bodies that anybody can send to their own project with its publishable key. */
export type Attack = {
  readonly what: string
  readonly path: string
  readonly type: string
  readonly body: string
}

const MEGABYTE = 1024 * 1024

export const ATTACKS: readonly Attack[] = [
  {
    what: 'CSV of commas',
    path: '/rest/v1/item',
    type: 'text/csv',
    body: `a\n${','.repeat(20 * MEGABYTE)}`,
  },
  {
    what: 'CSV of lines',
    path: '/rest/v1/item',
    type: 'text/csv',
    body: 'a\n'.repeat(10 * MEGABYTE),
  },
  {
    what: 'JSON',
    path: '/rest/v1/item',
    type: 'application/json',
    body: `[{${Array.from({ length: 500_000 }, (_, id) => `"k${id}":${id}`).join()}}]`,
  },
  {
    what: 'GraphQL',
    path: '/graphql/v1',
    type: 'application/json',
    body: JSON.stringify({ query: `{${'a{'.repeat(200_000)}` }),
  },
  {
    what: 'multipart',
    path: '/rest/v1/rpc/nothing',
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\n'.repeat(2 * MEGABYTE),
  },
]

/** The same number of bytes that are fast to read, and refused as well. */
export const plainBody = (length: number) => ({
  type: 'application/json',
  body: Buffer.from(`"${'x'.repeat(length - 2)}"`),
})

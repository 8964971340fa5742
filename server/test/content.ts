import { randomUUID } from 'node:crypto'
import type { Snippet } from '@stoa/contract/platform/content'
import type { Call, TestPerson, TestPlatform } from './platform.ts'

/** Saved queries of one project of a test platform. */
export function createContentCalls(test: TestPlatform, ref: string) {
  const send = (
    method: Call['method'],
    path: string,
    { as, body }: { readonly as: TestPerson; readonly body?: unknown },
  ) => test.call({ method, url: `/platform/projects/${ref}/content${path}`, as, body })
  return {
    send,
    /** Saves a query and returns its id; a new one by default. */
    async save(as: TestPerson, change: Partial<Snippet> & { keeps_previous?: boolean } = {}) {
      const { id = randomUUID(), ...rest } = change
      const body = { name: 'Orders', sql: 'select 1', version: 0, ...rest }
      const answer = await send('PUT', `/${id}`, { as, body })
      return { id, answer }
    },
    share: (as: TestPerson, ids: readonly string[]) =>
      send('POST', '/move', { as, body: { ids, visibility: 'shared', folder_id: null } }),
    read: async (as: TestPerson, id: string) =>
      (await send('GET', `/${id}`, { as })).json<Snippet>(),
    async ids(as: TestPerson) {
      const listed = await send('GET', '', { as })
      return listed.json<{ id: string }[]>().map(({ id }) => id)
    },
  }
}

import { get, type IncomingMessage } from 'node:http'
import { createTestProject, type TestProject } from '../project.ts'
import { createTestApp } from './app.ts'

export const MEGABYTE = 1024 * 1024

/** A row's text, a megabyte. */
export const textOf = (id: number) => `${id}`.padStart(4, '0').repeat(MEGABYTE / 4)

export type Pages = {
  readonly test: TestProject
  /** Requests a path of the data API as `service_role`. The response's body is not read yet. */
  readonly ask: (path: string, headers?: Record<string, string>) => Promise<IncomingMessage>
  readonly stop: () => Promise<void>
}

/** A table `page` with rows of a megabyte each, behind a data API that listens. */
export async function startPages(rows: number): Promise<Pages> {
  const test = await createTestProject({ settings: { data_api: { exposed_schemas: ['public'] } } })
  await test.run(`
    create table page (id int primary key, body text);
    insert into page (id, body)
      select id, repeat(lpad(id::text, 4, '0'), ${MEGABYTE / 4}) from generate_series(1, ${rows}) as id`)
  // A busy machine could reach the role's default time limit.
  await test.run('alter role service_role set statement_timeout = 0', 'supabase_admin')
  const api = await createTestApp(test.project)
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    test,
    ask(path, headers = {}) {
      const authorization = `Bearer ${api.token('service_role')}`
      const asked = get(`${url}/rest/v1/${path}`, { headers: { authorization, ...headers } })
      return new Promise((resolve, reject) => asked.once('response', resolve).once('error', reject))
    },
    async stop() {
      await api.service.stop?.(test.project)
      await api.app.close()
      await test.stop()
    },
  }
}

/** Reads a response with a pause after each chunk, during which data could pile up. */
export async function* readSlowly(response: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of response) {
    yield chunk as Buffer
    await new Promise(setImmediate)
  }
}

/**
 * Sends short requests one after another while six long responses are left unread. Returns their
 * statuses and the number of connections that are still busy.
 */
export async function askBesideUnread({ ask, test }: Pages, { times }: { times: number }) {
  const unread = await Promise.all(Array.from({ length: 6 }, () => ask('page?select=id,body')))
  const statuses = new Set<number | undefined>()
  for (let round = 0; round < times; round += 1) {
    const response = await ask('page?select=id&id=eq.1')
    statuses.add(response.statusCode)
    response.resume()
  }
  const busy = test.database.load().active
  for (const response of unread) response.destroy()
  return { statuses: [...statuses], busy }
}

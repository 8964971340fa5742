import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { publishedChangesClient, rawChangesClient } from '../../support/changes-client.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  portsOf,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  await sql(`
    create table public.news (id int primary key);
    alter publication supabase_realtime add table public.news;
  `)
})
afterAll(() => discard(server))

const sql = (text: string) => inDatabase(project, (database) => database.query(text))
/** The database is unavailable for a moment after a start. */
const insert = (id: number) =>
  vi.waitFor(() => sql(`insert into public.news values (${id})`), {
    timeout: 20_000,
    interval: 100,
  })

async function restart(signal: 'SIGTERM' | 'SIGKILL') {
  await server.kill(signal)
  server = await startServer({ dataDir: server.dataDir, env: portsOf(server, project) })
}

it('delivers each change once to every returning subscriber, after several stops and kills', async () => {
  // The published client reconnects by itself, one at once and one late.
  const app = await publishedChangesClient(project, 'app')
  const quick = rawChangesClient(project, 'quick')
  const late = rawChangesClient(project, 'late')
  const all = [app, quick, late]
  await quick.join()
  await late.join()
  await insert(1)
  for (const { rows } of all) await expect.poll(() => rows).toEqual([1])

  await restart('SIGTERM')
  expect(await late.closed()).toBe(1012)
  await quick.join()
  await insert(2)
  await expect.poll(() => quick.rows).toEqual([1, 2])

  await restart('SIGKILL')
  await insert(3)
  await quick.join()
  await expect.poll(() => quick.rows).toEqual([1, 2, 3])

  await restart('SIGKILL')
  await quick.join()
  await late.join()
  await insert(4)
  for (const { rows } of all) await expect.poll(() => rows).toEqual([1, 2, 3, 4])
  expect(all.map(({ missed }) => missed())).toEqual([0, 0, 0])
  for (const client of all) client.leave()
})

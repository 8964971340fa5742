import { afterAll, beforeAll, expect, it } from 'vitest'
import { changesClient } from '../../support/changes-client.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
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
const insert = (id: number) => sql(`insert into public.news values (${id})`)

async function restart(signal: 'SIGTERM' | 'SIGKILL') {
  console.time(signal)
  await server.kill(signal)
  server = await startServer({
    dataDir: server.dataDir,
    env: {
      STOA_PORT: new URL(server.url).port,
      STOA_API_PORT: new URL(project.api_url).port,
      STOA_POSTGRES_PORT: `${server.postgresPort}`,
    },
  })
  console.timeEnd(signal)
}

it.each([
  ['an orderly stop', ['SIGTERM'], 1],
  ['a kill', ['SIGKILL'], 2],
  ['two kills', ['SIGKILL', 'SIGKILL'], 3],
  ['a stop and a kill', ['SIGTERM', 'SIGKILL'], 4],
] as const)('delivers after %s', async (_, signals, id) => {
  const [a, b] = [changesClient(project, `a${id}`), changesClient(project, `b${id}`)]
  await a.join()
  await b.join()
  await restart(signals[0])
  await b.join()
  await insert(id)
  await expect.poll(() => b.rows).toEqual([id])
  if (signals[1]) {
    await restart(signals[1])
    await b.join()
  }
  await a.join()
  await expect.poll(() => a.rows, { timeout: 3000 }).toEqual([id])
  expect(b.rows).toEqual([id])
  expect([a.missed(), b.missed()]).toEqual([0, 0])
  a.leave(); b.leave()
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rawChangesClient } from '../../support/changes-client.ts'
import { inDatabase } from '../../support/project.ts'
import {
  createProject,
  discard,
  portsOf,
  startRealtimeNode,
  startServer,
  type ProjectInfo,
  type StartedNode,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let node: StartedNode
let project: ProjectInfo
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  await sql(`
    create table public.news (id int primary key);
    alter publication supabase_realtime add table public.news;
  `)
  node = await startRealtimeNode(server)
})
afterAll(async () => {
  await node.kill('SIGTERM')
  await discard(server)
})

const sql = (text: string) => inDatabase(project, (database) => database.query(text))
/** The database is unavailable for a moment after a start. */
const insert = (id: number) =>
  vi.waitFor(() => sql(`insert into public.news values (${id})`), {
    timeout: 20_000,
    interval: 100,
  })
const atNode = () => `${node.url}/p/${project.ref}`

it('tells the clients of a node that has ended to read again, wherever they reconnect', async () => {
  const main = rawChangesClient(project, 'main')
  const [stopped, killed] = [
    rawChangesClient(project, 'stopped'),
    rawChangesClient(project, 'killed'),
  ]
  await main.join()
  await stopped.join(atNode())
  await insert(1)
  for (const { rows } of [main, stopped]) await expect.poll(() => rows).toEqual([1])

  // Nodes do not keep what their clients miss. The clients of other processes notice nothing.
  await node.kill('SIGTERM')
  expect(await stopped.closed()).toBe(1012)
  await insert(2)
  await stopped.join()
  await expect.poll(() => stopped.missed()).toBe(1)
  expect([main.rows, main.missed()]).toEqual([[1, 2], 0])

  node = await startRealtimeNode(server)
  await killed.join(atNode())
  await node.kill('SIGKILL')
  node = await startRealtimeNode(server)
  const before = killed.missed()
  await killed.join(atNode())
  await expect.poll(() => killed.missed()).toBe(before + 1)
})

it('keeps its promise to the clients of every process when the main server is killed', async () => {
  const [main, mover] = [rawChangesClient(project, 'back'), rawChangesClient(project, 'moves')]
  const stays = rawChangesClient(project, 'stays')
  await main.join()
  await mover.join()
  await stays.join(atNode())
  const missed = { mover: mover.missed(), stays: stays.missed() }
  await insert(10)
  for (const { rows } of [main, mover, stays]) await expect.poll(() => rows).toEqual([10])

  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir, env: portsOf(server, project) })
  await insert(11)
  await main.join()
  await expect.poll(() => main.rows).toEqual([10, 11])
  await mover.join(atNode())
  await expect.poll(() => mover.missed()).toBeGreaterThan(missed.mover)
  // The connection to the node survived, but not the node's connection to the database.
  expect(stays.isOpen()).toBe(true)
  await expect.poll(() => stays.missed()).toBeGreaterThan(missed.stays)
  await insert(12)
  for (const { rows } of [main, mover, stays]) await expect.poll(() => rows.at(-1)).toBe(12)
  expect(main.rows).toEqual([10, 11, 12])
})

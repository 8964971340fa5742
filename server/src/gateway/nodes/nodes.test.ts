import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { realtimeSettings } from '@stoa/contract/services/realtime/settings'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { silentLog } from '../../lib/log.ts'
import { sql } from '../../postgres/sql.ts'
import { createPeers, type MainPeers, type NodeReport } from '../../project/peers.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createMainLink, type MainLink } from './main-link.ts'
import { createNodeDoor, type NodeDoor } from './node-door.ts'
import { createNodePeers } from './node-peers.ts'
import { createNodeProjects } from './node-projects.ts'

let test: TestProject
let folder: string
const service: Service = { name: 'realtime', title: 'Realtime', settings: realtimeSettings }

/** The main server, as its nodes see it. */
const main = {
  held: 0,
  isOver: false,
  isRestricted: false,
  isStarting: false,
  counted: {} as Record<string, number>,
}
let peers: MainPeers
let door: NodeDoor

beforeAll(async () => {
  test = await createTestProject()
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'stoa-')), 'nodes')
})
beforeEach(async () => {
  Object.assign(main, {
    held: 0,
    isOver: false,
    isRestricted: false,
    isStarting: false,
    counted: {},
  })
  await openDoor()
  return () => door.close()
})
afterAll(async () => {
  await rm(path.dirname(folder), { recursive: true, force: true })
  await test.stop()
})

async function openDoor(): Promise<void> {
  peers = createPeers()
  const project: Project = {
    ...test.project,
    get keys() {
      return test.project.keys
    },
    count: (name, meter, amount) => void (main.counted[`${name}.${meter}`] = amount),
  }
  door = createNodeDoor({
    requireReady() {
      if (main.isStarting)
        throw new AppError('server_starting', 'The server is starting.', {
          status: 503,
          hint: 'H.',
        })
    },
    fleet: {
      async acquireForNode(ref) {
        if (ref !== project.ref)
          throw new AppError('project_paused', 'The project is paused.', {
            status: 540,
            hint: 'H.',
          })
        main.held += 1
        return {
          project,
          faultOf: () => undefined,
          socketDir: test.socketDir,
          port: 5432,
          isOver: () => main.isOver,
          release: () => void (main.held -= 1),
        }
      },
    },
    platform: {
      requireServing() {
        if (main.isRestricted)
          throw new AppError('organization_restricted', 'Restricted.', {
            status: 402,
            hint: 'Pay.',
          })
      },
    },
    services: [service],
    peers,
    log: silentLog,
  })
  await door.listen(folder)
}

/** A node, and what its service was told. */
async function startNode() {
  const told: string[] = []
  const nodePeers = createNodePeers(() => link, systemClock)
  const projects = createNodeProjects({
    link: () => link,
    service: () => ({
      ...service,
      settingsChanged: () => void told.push('settings changed'),
      stop: () => void told.push('stopped'),
    }),
    peers: nodePeers,
    passwords: { template: '', of: () => test.password },
    log: silentLog,
  })
  const link: MainLink = createMainLink({
    folder,
    service: service.name,
    log: silentLog,
    up() {
      nodePeers.up()
      projects.renew()
    },
    down: nodePeers.down,
    heard(message) {
      if (message.kind === 'changed') projects.changed(message.project)
      else if (message.kind === 'ended') projects.ended(message.ref)
      else nodePeers.others(message.member, message.others)
    },
  })
  await link.met
  return {
    told,
    projects,
    peers: nodePeers,
    link,
    async stop() {
      await projects.close()
      nodePeers.close()
      link.close()
    },
  }
}

it('gives a node a project with its keys, settings and database, and keeps it awake', async () => {
  const node = await startNode()
  const { project } = await node.projects.acquire(test.project.ref)
  expect(main.held).toBe(1)
  expect(project.keys).toMatchObject({ anonKey: test.project.keys.anonKey })
  expect(project.settings.of(realtimeSettings)).toEqual(realtimeSettings.defaults)
  const row = await project.database
    .as('supabase_realtime_admin')
    .one(sql`select current_user as name`, z.object({ name: z.string() }))
  expect(row.name).toBe('supabase_realtime_admin')
  // One lease covers all of a node's clients; the operating system reports when the node has ended.
  await node.projects.acquire(test.project.ref)
  expect(main.held).toBe(1)
  await node.stop()
  await expect.poll(() => main.held).toBe(0)
})

it('refuses what the main server refuses, in its words', async () => {
  const node = await startNode()
  await expect(node.projects.acquire('paused')).rejects.toMatchObject({
    code: 'project_paused',
    status: 540,
    message: 'The project is paused.',
    hint: 'H.',
  })
  await node.stop()
})

it('tells a node about changed keys and settings, and about a project that has stopped', async () => {
  const node = await startNode()
  const { project } = await node.projects.acquire(test.project.ref)
  const before = project.keys
  test.changeKeys()
  await expect.poll(() => project.keys.anonKey, { timeout: 3000 }).not.toBe(before.anonKey)
  expect(project.keys.anonKey).toBe(test.project.keys.anonKey)
  expect(node.told).toEqual([])
  test.changeSettings({ realtime: { private_only: true } })
  await expect.poll(() => node.told, { timeout: 3000 }).toEqual(['settings changed'])
  expect(project.settings.of(realtimeSettings).private_only).toBe(true)
  main.isOver = true
  await expect.poll(() => node.told, { timeout: 3000 }).toEqual(['settings changed', 'stopped'])
  expect(main.held).toBe(0)
  await node.stop()
})

it('takes a project from a node when its organization is restricted', async () => {
  const node = await startNode()
  const lease = await node.projects.acquire(test.project.ref)
  expect(lease.isOver()).toBe(false)
  main.isRestricted = true
  await expect.poll(() => node.told).toEqual(['stopped'])
  expect(lease.isOver()).toBe(true)
  expect(main.held).toBe(0)
  await expect(node.projects.acquire(test.project.ref)).rejects.toMatchObject({
    code: 'organization_restricted',
    status: 402,
  })
  await node.stop()
})

it('keeps serving its projects while the main server is down, and reconnects when it is back', async () => {
  const node = await startNode()
  const lease = await node.projects.acquire(test.project.ref)
  const others: number[] = []
  node.peers.join(test.project.ref, 'a', (ids) => others.push(ids.size))
  peers.join(test.project.ref, 'b', () => {})
  await expect.poll(() => others.at(-1)).toBe(1)
  door.close()
  await expect.poll(() => others.at(-1)).toBe(0)
  expect((await node.projects.acquire(test.project.ref)).project).toBe(lease.project)
  await expect(node.projects.acquire('other')).rejects.toMatchObject({
    code: 'main_server_unavailable',
    status: 503,
  })
  await expect.poll(() => main.held).toBe(0)
  await openDoor()
  peers.join(test.project.ref, 'c', () => {})
  await expect.poll(() => [main.held, others.at(-1)], { timeout: 3000 }).toEqual([1, 1])
  await node.stop()
})

it('keeps its projects while a main server that has just started refuses them', async () => {
  const node = await startNode()
  const lease = await node.projects.acquire(test.project.ref)
  door.close()
  await expect.poll(() => node.link.isUp).toBe(false)
  main.isStarting = true
  await openDoor()
  const events: string[] = []
  peers.onNode(({ kind }) => events.push(kind))
  await expect.poll(() => node.link.isUp, { timeout: 3000 }).toBe(true)
  await expect(node.projects.acquire(test.project.ref)).rejects.toMatchObject({ status: 503 })
  main.isStarting = false
  await expect.poll(() => events, { timeout: 3000 }).toEqual(['took'])
  expect(node.told).toEqual([])
  expect((await node.projects.acquire(test.project.ref)).project).toBe(lease.project)
  await node.stop()
})

it('reports clients that arrive at a node, and clients of a node that ends', async () => {
  const events: string[] = []
  peers.onNode(({ kind }) => events.push(kind))
  const node = await startNode()
  const { release } = await node.projects.acquire(test.project.ref)
  node.peers.tookOver?.(test.project.ref, 'a client')
  await expect.poll(() => events).toEqual(['took', 'took_over'])
  const ends: string[] = []
  node.peers.onEnd((ref) => ends.push(ref))
  peers.noteEnd(test.project.ref, 7)
  await expect.poll(() => ends, { timeout: 3000 }).toEqual([test.project.ref])
  expect(node.peers.endedAt(test.project.ref)).toBe(7)
  // It announces its end once, before it disconnects them.
  node.peers.leave?.()
  await expect.poll(() => events.at(-1)).toBe('ended')
  release()
  const reports: NodeReport[] = []
  peers.onReport((report) => reports.push(report))
  await node.stop()
  await expect.poll(() => reports.at(-1)?.open).toEqual({})
  expect(events).toEqual(['took', 'took_over', 'ended'])
})

it('adds what a node counts to the project, and forgets what was open there when it ends', async () => {
  const reports: NodeReport[] = []
  peers.onReport((report) => reports.push(report))
  const node = await startNode()
  const { project } = await node.projects.acquire(test.project.ref)
  for (let n = 0; n < 3; n += 1) project.count('realtime', 'messages', 2)
  node.peers.report?.(project.ref, { clients: 4 })
  node.peers.flush()
  await expect
    .poll(() => reports.map(({ counts, open }) => counts ?? open))
    .toEqual([{ messages: 6 }, { clients: 4 }])
  expect(main.counted).toEqual({ 'realtime.messages': 6 })
  node.link.close()
  await expect.poll(() => reports.at(-1)?.open).toEqual({})
  await node.stop()
})

it('rejects a process that is no node of this release', async () => {
  const heard: string[] = []
  const link = createMainLink({
    folder,
    service: 'unknown',
    log: silentLog,
    up: () => heard.push('up'),
    down() {},
    heard() {},
  })
  expect(await link.rejected).toMatchObject({ code: 'node_of_other_release', status: 500 })
  await expect(link.acquire(test.project.ref)).rejects.toMatchObject({
    code: 'main_server_unavailable',
  })
  expect(heard).toEqual([])
  expect(main.held).toBe(0)
  link.close()
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { rawSql } from '../../postgres/sql.ts'
import type { ProjectReplica } from '../port.ts'
import { createPasswords } from '../machine/passwords.ts'
import { replicaDataDir } from './names.ts'
import { createPrimary } from './primary.ts'

const PASSWORD = 'correct horse battery'
const Count = z.object({ count: z.int() })

let control: TestControlPlane
let test: TestFleet
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control)
  ref = await test.createProject(PASSWORD)
  await write('create table public.notes (id int generated always as identity, text text)')
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function write(text: string): Promise<void> {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as('postgres').run(rawSql(text)).finally(release)
}

/** The slots for replicas that the primary has. */
async function countSlots(): Promise<number> {
  const { project, release } = await test.fleet.acquire(ref)
  const text = `select count(*)::int as count from pg_replication_slots where slot_type = 'physical'`
  return (await project.database.as('supabase_admin').one(rawSql(text), Count).finally(release))
    .count
}

async function onReplica<Row>(identifier: string, text: string): Promise<readonly Row[]> {
  const { socketDir, port, release } = await test.fleet.acquireReplica(identifier)
  const client = await connectClient(
    { host: socketDir, port, database: 'postgres' },
    { user: 'postgres', password: PASSWORD, applicationName: 'test', pipeline: false },
  )
  try {
    return (await client.query<Row & Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
    release()
  }
}

const wait = { timeout: 30_000, interval: 50 }

async function whenStreaming(identifier: string): Promise<ProjectReplica> {
  return vi.waitFor(async () => {
    const found = (await test.fleet.replicas(ref)).find((each) => each.identifier === identifier)
    expect(found).toMatchObject({ phase: 'streaming', failure: null })
    if (!found) throw new Error('There is no such replica')
    return found
  }, wait)
}

const whenRows = (identifier: string, count: number) =>
  vi.waitFor(
    async () =>
      expect(await onReplica(identifier, 'select count(*)::int from public.notes')).toEqual([
        { count },
      ]),
    wait,
  )

const dataDirOf = (identifier: string) => replicaDataDir(control.folders, identifier)

describe('a read replica', { timeout: 120_000 }, () => {
  let replica: ProjectReplica

  it('is built from the running primary, follows it, and refuses writes', async () => {
    await write(`insert into public.notes (text) values ('before')`)
    replica = await test.fleet.addReplica(ref, 'local')
    expect(replica.identifier).toMatch(new RegExp(`^${ref}-rr-local-[a-z]{5}$`))
    await whenStreaming(replica.identifier)
    await write(`insert into public.notes (text) values ('after')`)
    await whenRows(replica.identifier, 2)
    await expect(
      onReplica(replica.identifier, `insert into public.notes (text) values ('no')`),
    ).rejects.toMatchObject({ code: '25006' })
    await vi.waitFor(async () => {
      const { lag, samples } = await whenStreaming(replica.identifier)
      expect(lag).toEqual({ bytes: 0, seconds: 0 })
      expect(samples.length).toBeGreaterThan(0)
    }, wait)
  })

  it('starts again when its Postgres is killed, with the same copy', async () => {
    const slots = await countSlots()
    const [line] = readFileSync(
      path.join(dataDirOf(replica.identifier), 'postmaster.pid'),
      'utf8',
    ).split('\n')
    process.kill(Number(line), 'SIGKILL')
    await vi.waitFor(async () => {
      const [found] = await test.fleet.replicas(ref)
      expect(found?.failure).not.toBeNull()
    }, wait)
    await write(`insert into public.notes (text) values ('meanwhile')`)
    await whenRows(replica.identifier, 3)
    await whenStreaming(replica.identifier)
    expect(await countSlots()).toBe(slots)
  })

  it('is built again if the primary no longer has its slot', async () => {
    const primary = createPrimary({
      ref,
      socketDir: path.join(control.folders.sockets, ref),
      passwords: createPasswords(control.installationKey),
    })
    for (const { slot } of await primary.slots()) await primary.drop(slot)
    await vi.waitFor(async () => {
      const [found] = await test.fleet.replicas(ref)
      expect(found?.phase).not.toBe('streaming')
    }, wait)
    await whenStreaming(replica.identifier)
    await write(`insert into public.notes (text) values ('rebuilt')`)
    await whenRows(replica.identifier, 4)
    expect(await countSlots()).toBe(1)
  })

  it('sleeps and wakes with its project', async () => {
    await test.fleet.pause(ref)
    await test.settle(ref)
    expect(await test.fleet.replicas(ref)).toMatchObject([{ phase: 'sleeping' }])
    expect(existsSync(path.join(dataDirOf(replica.identifier), 'postmaster.pid'))).toBe(false)
    await test.fleet.resume(ref)
    await test.settle(ref)
    await whenRows(replica.identifier, 4)
  })

  it('is one of two at most', async () => {
    const second = await test.fleet.addReplica(ref, 'local')
    await expect(test.fleet.addReplica(ref, 'local')).rejects.toMatchObject({
      code: 'too_many_replicas',
    })
    await whenRows(second.identifier, 4)
    await test.fleet.removeReplica(ref, second.identifier)
    await vi.waitFor(() => expect(existsSync(dataDirOf(second.identifier))).toBe(false), wait)
    await vi.waitFor(async () => expect(await countSlots()).toBe(1), wait)
    await expect(test.fleet.acquireReplica(second.identifier)).rejects.toMatchObject({
      code: 'replica_not_found',
    })
  })

  it('leaves nothing when its project is deleted', async () => {
    await test.fleet.remove(ref)
    await test.settle(ref)
    const left = readdirSync(control.folders.projects).filter((name) => name.startsWith(ref))
    expect(left).toEqual([])
    expect(await test.fleet.replicas(ref)).toEqual([])
  })
})

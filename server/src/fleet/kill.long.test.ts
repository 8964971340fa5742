import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { says } from '../../test/child.ts'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet } from '../../test/fleet.ts'
import { createTestMachine } from '../../test/project.ts'
import { createCluster } from '../postgres/clusters/cluster.ts'
import { connectClient } from '../postgres/connections/connect.ts'
import { trySignal } from '../postgres/processes/processes.ts'
import { rawSql } from '../postgres/sql.ts'
import { generateRef } from '../project/keys/api-keys.ts'

let control: TestControlPlane

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(() => control.stop())

function startServer(work: { create?: string; copied?: string; remove?: string }): ChildProcess {
  const { connection, installationKey, folders } = control
  return fork(new URL('../../test/fleet-owner.ts', import.meta.url), [
    JSON.stringify({ connection, folders, installationKey: installationKey.toString('base64') }),
    JSON.stringify(work),
  ])
}

async function killAfter(server: ChildProcess, step: string): Promise<void> {
  await says(server, step)
  server.kill('SIGKILL')
  await once(server, 'exit')
}

describe('a server killed with SIGKILL', () => {
  it.each(['recorded', 'copy', 'start', 'connect', 'passwords', 'services'])(
    'after step "%s" of a project creation leaves a project that the next server completes',
    async (step) => {
      const ref = generateRef()
      await killAfter(startServer({ create: ref }), step)
      const next = await createTestFleet(control)
      expect(await next.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      const { project, release } = await next.fleet.acquire(ref)
      for (const role of ['postgres', 'supabase_admin', 'supabase_auth_admin'] as const)
        await project.database
          .as(role)
          .one(rawSql('select 1 as value'), z.object({ value: z.int() }))
      release()
      const socket = await next.fleet.acquireSocket(ref)
      const client = await connectClient(
        { host: socket.socketDir, port: socket.port, database: 'postgres' },
        { user: 'postgres', password: 'first', applicationName: 'test', pipeline: false },
      )
      await client.end()
      socket.release()
      await next.stop()
      const names = await readdir(control.folders.projects)
      // The killed server's `cp` may still be writing its copy, under a different name.
      expect(names.filter((name) => name.startsWith(ref) && !name.includes('.partial-'))).toEqual([
        ref,
      ])
    },
  )

  it.each(['copied', 'prepared', 'copy', 'passwords'])(
    'after step "%s" of a copy leaves a project that the next server completes',
    async (step) => {
      const first = await createTestFleet(control)
      const source = await first.createProject()
      const lease = await first.fleet.acquire(source)
      const admin = lease.project.database.as('supabase_admin')
      await admin.run(rawSql('create table public.kept as select 1 as value'))
      lease.release()
      await first.stop()
      const ref = generateRef()
      await killAfter(startServer({ create: ref, copied: source }), step)
      const next = await createTestFleet(control)
      expect(await next.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
      const { project, release } = await next.fleet.acquire(ref)
      const copy = project.database.as('supabase_admin')
      const Value = z.object({ value: z.int() })
      expect(await copy.one(rawSql('select value from public.kept'), Value)).toEqual({ value: 1 })
      release()
      expect(await next.fleet.get(source)).toMatchObject({ compute: 'sleeping' })
      await next.stop()
      const names = await readdir(control.folders.projects)
      expect(names.filter((name) => name.startsWith(ref))).toEqual([ref])
    },
  )

  it('during a removal leaves a project that the next server removes', async () => {
    const first = await createTestFleet(control)
    const ref = await first.createProject()
    await first.stop()
    await killAfter(startServer({ remove: ref }), 'recorded')
    const next = await createTestFleet(control)
    expect(await next.settle(ref)).toMatchObject({ status: 'REMOVED' })
    expect(existsSync(path.join(control.folders.projects, ref))).toBe(false)
    await next.stop()
  })
})

it('serves the other projects while a cluster of the last run does not end', async () => {
  const first = await createTestFleet(control)
  const [slow, other] = [await first.createProject(), await first.createProject()]
  await first.stop()
  const { engine, watchdog } = await createTestMachine()
  const dataDir = path.join(control.folders.projects, slow)
  const { uid, gid } = await stat(dataDir)
  const cluster = createCluster({
    engine,
    watchdog,
    dataDir,
    account: uid === process.getuid?.() ? undefined : { name: 'test', uid, gid },
    socketDir: path.join(control.folders.sockets, 'last-run'),
  })
  await cluster.start()
  const pid = cluster.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  const next = await createTestFleet(control)
  const { release } = await next.fleet.acquire(other)
  expect(trySignal(pid, 0)).toBe(true)
  release()
  const waking = next.fleet.acquire(slow)
  process.kill(pid, 'SIGKILL')
  ;(await waking).release()
  await cluster.stop()
  await next.stop()
  watchdog.release()
})

import { readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { sayNotTested } from '../../../test/not-tested.ts'
import { findUnprivilegedAccount } from '../../postgres/engines/account.ts'
import { runAs } from '../../postgres/engines/run.ts'
import { CLUSTER_IDS } from '../../postgres/processes/account-ids.ts'
import { readPidFile } from '../../postgres/processes/foreign-server.ts'
import { canRunWithoutNetwork } from '../../postgres/processes/without-network.ts'

const isRoot = process.getuid?.() === 0
const withoutNetwork = isRoot && (await canRunWithoutNetwork(CLUSTER_IDS.first))
if (isRoot && !withoutNetwork)
  sayNotTested('Clusters without a network.', 'No network namespaces can be made.')

// Only root can run programs as another account.
describe.runIf(isRoot)('the operating system account of a cluster', () => {
  let control: TestControlPlane
  let test: TestFleet

  beforeAll(async () => {
    control = await createTestControlPlane()
    test = await createTestFleet(control, { withoutNetwork })
  })
  afterAll(async () => {
    await test.stop()
    await control.stop()
  })

  const dataDirOf = (ref: string) => path.join(control.folders.projects, ref)
  const ownerOf = async (...place: string[]) => (await stat(path.join(...place))).uid
  async function accountOfServer(ref: string): Promise<number> {
    const found = await readPidFile(dataDirOf(ref))
    const status = await readFile(`/proc/${found?.pid}/status`, 'utf8')
    return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
  }
  async function restart(ref: string): Promise<void> {
    await test.fleet.restart(ref)
    await test.settle(ref)
  }

  it('is different for each project, closes its folders to the others, and survives a restart', async () => {
    const refs = [await test.createProject(), await test.createProject()]
    const [mine = 0, other = 0] = await Promise.all(refs.map(accountOfServer))
    expect(mine).not.toBe(other)
    expect([mine, other]).not.toContain((await findUnprivilegedAccount())?.uid)
    const [ref = ''] = refs
    const stranger = { name: 'stranger', uid: other, gid: other }
    expect(await ownerOf(dataDirOf(ref))).toBe(mine)
    const socketDir = path.join(control.folders.sockets, ref)
    // Postgres listens in the folder, and its account can no longer replace the socket by a link.
    expect(await ownerOf(socketDir)).toBe(0)
    for (const folder of [dataDirOf(ref), socketDir]) {
      await expect(runAs(stranger, 'ls', [folder])).rejects.toThrow('Permission denied')
    }
    await restart(ref)
    expect(await accountOfServer(ref)).toBe(mine)
  })

  it('differs from that of another data directory that was restored', async () => {
    const [first, second] = [await test.createProject(), await test.createProject()]
    const taken = await accountOfServer(first)
    await test.fleet.pause(second)
    await test.settle(second)
    await runAs(undefined, 'chown', ['-R', `${taken}:${taken}`, dataDirOf(second)])
    await test.fleet.resume(second)
    expect(await test.settle(second)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    expect(await accountOfServer(second)).not.toBe(taken)
    expect(await ownerOf(dataDirOf(second), 'PG_VERSION')).toBe(await accountOfServer(second))
    await restart(first)
    expect(await accountOfServer(first)).toBe(taken)
  })

  it.runIf(withoutNetwork)('has no network and no abstract Unix sockets', async () => {
    const ref = await test.createProject()
    const found = await readPidFile(dataDirOf(ref))
    const shown = (file: string) => readFile(`/proc/${found?.pid}/${file}`, 'utf8')
    const [namespace, own] = await Promise.all([
      readlink(`/proc/${found?.pid}/ns/net`),
      readlink('/proc/self/ns/net'),
    ])
    expect(namespace).not.toBe(own)
    expect((await shown('net/route')).trim().split('\n')).toHaveLength(1)
    expect(await shown('net/unix')).not.toContain('@')
    expect(await shown('status')).toMatch(/^NoNewPrivs:\s+1$/m)
  })

  it('is given to a project that ran as the shared one before', async () => {
    const ref = await test.createProject()
    const shared = await findUnprivilegedAccount()
    await test.fleet.pause(ref)
    await test.settle(ref)
    const ids = `${shared?.uid}:${shared?.gid}`
    await runAs(undefined, 'chown', ['-R', ids, dataDirOf(ref)])
    await test.fleet.resume(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    const account = await accountOfServer(ref)
    expect(account).not.toBe(shared?.uid)
    for (const name of ['', 'PG_VERSION', 'base/1', 'stoa.conf'])
      expect(await ownerOf(dataDirOf(ref), name)).toBe(account)
  })
})

import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import { createHostileFolder, type HostileFolder } from '../../test/hostile-files.ts'
import type { Log } from '../lib/log.ts'
import { processesOf } from '../postgres/processes/account-processes.ts'
import { rawSql } from '../postgres/sql.ts'

/*
 * An attacker who runs programs as a cluster's account, such as a superuser of the cluster, against
 * the server, which is root. Without root, all clusters use the server's account.
 */
describe.runIf(process.getuid?.() === 0)('the account of a cluster', () => {
  let control: TestControlPlane
  let test: TestFleet
  let ref: string
  let dataDir: string
  let uid: number
  let hostile: HostileFolder
  const lines: string[] = []

  const write: Log['info'] = (fields: object, text?: string) => {
    const errors = Object.values(fields).filter((value) => value instanceof Error)
    lines.push(`${text} ${JSON.stringify(fields)} ${errors.map(({ stack }) => stack).join(' ')}`)
  }
  const log: Log = { debug: write, info: write, warn: write, error: write }

  beforeAll(async () => {
    control = await createTestControlPlane()
    test = await createTestFleet(control, { log })
    hostile = createHostileFolder()
    ref = await test.createProject()
    dataDir = path.join(control.folders.projects, ref)
    ;({ uid } = fs.statSync(dataDir))
  })
  afterAll(async () => {
    hostile.remove()
    await test.stop()
    await control.stop()
  })
  afterEach(() => hostile.requireUntouched(lines))

  /** Runs a program as the account, in the data directory. */
  async function run(program: string): Promise<void> {
    const lease = await test.fleet.acquire(ref)
    try {
      const admin = lease.project.database.as('supabase_admin')
      const quoted = program.replaceAll("'", "''")
      // A program that ends before it has read its input can fail the statement.
      await admin.run(rawSql(`copy (select 1) to program 'cat >/dev/null; ${quoted}'`))
    } finally {
      lease.release()
    }
  }
  /** Leaves a program running that Postgres does not control. */
  const leave = (script: string) =>
    run(`setsid setsid /bin/sh -c '${script}' </dev/null >/dev/null 2>&1 &`)
  async function restart() {
    await test.fleet.restart(ref)
    return test.settle(ref)
  }
  /** Puts back what was moved away, as the attacker could, and starts the project again. */
  async function heal(name: string): Promise<void> {
    fs.renameSync(path.join(dataDir, 'kept'), path.join(dataDir, name))
    await test.fleet.retry(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  }

  it('cannot make root’s files be read and quoted by putting them in the place of PG_VERSION', async () => {
    await run(`mv PG_VERSION kept && ln -s ${hostile.secretFile} PG_VERSION`)
    const { status, failure } = await restart()
    expect([status, failure?.code]).toEqual(['ACTIVE_UNHEALTHY', 'unexpected_file'])
    hostile.requireUntouched(failure)
    await heal('PG_VERSION')
  })

  it('cannot make a start wait for settings in a pipe', async () => {
    await run('mv postgresql.auto.conf kept && mkfifo postgresql.auto.conf')
    const { status, failure } = await restart()
    expect([status, failure?.code]).toEqual(['ACTIVE_UNHEALTHY', 'unexpected_file'])
    await heal('postgresql.auto.conf')
  })

  it('has no program left after the cluster has stopped that could change the folder', async () => {
    const pipe = 'while [ -e postmaster.pid ]; do sleep 0.02; done; mkfifo postmaster.pid; sleep 30'
    await leave(`trap "" TERM INT HUP; while :; do ${pipe}; done`)
    const before = new Set(await processesOf(uid))
    expect(await restart()).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
    expect((await processesOf(uid)).filter((pid) => before.has(pid))).toEqual([])
    await leave('sleep 30')
    await test.fleet.pause(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'INACTIVE' })
    expect(await processesOf(uid)).toEqual([])
    await test.fleet.resume(ref)
    expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  })

  it('cannot direct the server to another socket', async () => {
    const { socketDir, port, release } = await test.fleet.acquireSocket(ref)
    release()
    const socket = path.join(socketDir, `.s.PGSQL.${port}`)
    await expect(run(`rm -f ${socket} && ln -s ${hostile.secretFile} ${socket}`)).rejects.toThrow(
      'program',
    )
    await expect(run(`touch ${socketDir}/file`)).rejects.toThrow('program')
    expect(fs.lstatSync(socket).isSocket()).toBe(true)
  })

  it('has no processes or files left when the project is deleted', async () => {
    await leave('while :; do rm -rf base/loop; mkdir base/loop; touch base/loop/file; done')
    const outside = path.dirname(hostile.secretFile)
    await run(`ln -s ${outside} base/outside; ln -s ${outside} pg_tblspc/outside`)
    await run('mkdir -p base/closed/below; touch base/closed/below/file; chmod 0 base/closed')
    await test.fleet.remove(ref)
    await test.fleet.waitWhile(ref, ['GOING_DOWN'], 20_000)
    expect(await processesOf(uid)).toEqual([])
    const left = fs.readdirSync(control.folders.projects).filter((name) => name.includes(ref))
    expect(left).toEqual([])
    expect(fs.readdirSync(control.folders.sockets).filter((name) => name.includes(ref))).toEqual([])
  })
})

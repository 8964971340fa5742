import { spawn } from 'node:child_process'
import { chown, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestMachine, type TestMachine } from '../../../test/project.ts'
import { silentLog } from '../../lib/log.ts'
import { copyCluster } from '../clusters/copy-cluster.ts'
import { postgresEnvironment } from '../engines/run.ts'
import { readPidFile } from '../processes/foreign-server.ts'
import { removeLeftovers } from './leftovers.ts'
import { postgresProcessesOf } from '../processes/processes.ts'

let machine: TestMachine
let folder: string

beforeAll(async () => {
  machine = await createTestMachine()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  machine.watchdog.release()
  await rm(folder, { recursive: true, force: true })
})

it('ends the Postgres of an unfinished template and removes its folders', async () => {
  const { account, engine, template } = machine
  const [sockets, templates] = ['s', 'templates'].map((name) => path.join(folder, name))
  if (sockets === undefined || templates === undefined) throw new Error('unreachable')
  for (const made of [sockets, templates]) await mkdir(made)
  const finished = path.join(templates, 'finished')
  const unfinished = path.join(templates, 'other.partial-1234')
  for (const target of [finished, unfinished]) await copyCluster(template, target, account)
  const socketDir = path.join(sockets, 't1234')
  await mkdir(socketDir)
  if (account) await chown(socketDir, account.uid, account.gid)
  await writeFile(path.join(sockets, 'lock'), '')
  // Runs without the watchdog, as if it had been killed together with its server.
  spawn(
    path.join(engine.binDir, 'postgres'),
    ['-D', unfinished, '-c', `unix_socket_directories=${socketDir}`],
    {
      cwd: unfinished,
      env: postgresEnvironment(),
      stdio: 'ignore',
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  )
  await expect.poll(async () => (await readPidFile(unfinished))?.status).toBe('ready')
  await removeLeftovers({ sockets, templates }, silentLog)
  await expect.poll(() => postgresProcessesOf(unfinished)).toEqual([])
  expect(await readdir(templates)).toEqual(['finished'])
  expect(await readdir(sockets)).toEqual(['lock'])
})

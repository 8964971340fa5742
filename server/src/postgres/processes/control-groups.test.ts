import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestMachine, type TestMachine } from '../../../test/project.ts'
import type { Log } from '../../lib/log.ts'
import { createCluster } from '../clusters/cluster.ts'
import { createControlGroups, type ControlGroupSystem } from './control-groups.ts'
import { copyCluster } from '../clusters/copy-cluster.ts'
import { postgresProcessesOf } from './processes.ts'

const MEMORY = 1024 ** 3
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'projects'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Line = { readonly fields: Readonly<Record<string, unknown>>; readonly text: string }

function groupsAt(system?: ControlGroupSystem) {
  const lines: Line[] = []
  const note: Log['info'] = (fields: object, text?: string) =>
    void lines.push({ fields: { ...fields }, text: text ?? '' })
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const groups = createControlGroups({
    folder: path.join(folder, 'projects'),
    limits: { memoryBytes: MEMORY },
    log,
    ...(system && { system }),
  })
  return { groups, lines }
}

/** A folder with the files that the kernel shows, in version 2 unless the names say otherwise. */
async function systemWith(files: Record<string, string>): Promise<ControlGroupSystem> {
  const place = await mkdtemp(path.join(folder, 'system-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true })
    await writeFile(path.join(place, name), text)
  }
  return { mount: path.join(place, 'mount'), self: path.join(place, 'self') }
}

const read = (...parts: string[]) => readFile(path.join(...parts), 'utf8')
const foldersOf = (line: Line | undefined) => (line?.fields['folders'] ?? []) as string[]
const placeOf = (lines: readonly Line[]) => foldersOf(lines[0])[0] ?? ''

describe('control groups of version 2', () => {
  it('are made below the top, with every controller that it offers', async () => {
    const system = await systemWith({
      self: '0::/\n',
      'mount/cgroup.controllers': 'cpuset cpu io memory pids\n',
    })
    const { groups, lines } = groupsAt(system)
    await groups.prepare()
    const group = groups.of('abc')
    await group.open()
    group.add(1234)
    const place = placeOf(lines)
    expect(path.dirname(place)).toBe(system.mount)
    expect(await read(system.mount, 'cgroup.subtree_control')).toBe('+cpu +memory +pids')
    expect(await read(place, 'cgroup.subtree_control')).toBe('+cpu +memory +pids')
    expect(await read(place, 'abc', 'memory.max')).toBe(`${MEMORY}`)
    expect(await read(place, 'abc', 'cpu.weight')).toBe('50')
    expect(await read(place, 'abc', 'pids.max')).toBe('1024')
    expect(await read(place, 'abc', 'cgroup.procs')).toBe('1234')
  })

  it('end with all of their processes, which can start no others in between', async () => {
    const system = await systemWith({
      self: '0::/\n',
      'mount/cgroup.controllers': 'pids\n',
    })
    const { groups, lines } = groupsAt(system)
    await groups.prepare()
    const group = groups.of('abc')
    await group.open()
    const place = path.join(placeOf(lines), 'abc')
    await writeFile(path.join(place, 'cgroup.kill'), '')
    const child = spawn('sleep', ['20'])
    const ended = once(child, 'exit').then(([, signal]) => {
      // The kernel removes it from the list.
      writeFileSync(path.join(place, 'cgroup.procs'), '0\n')
      return signal
    })
    group.add(child.pid ?? 0)
    await group.end()
    expect(await ended).toBe('SIGKILL')
    expect(await read(place, 'cgroup.kill')).toBe('1')
    expect(await read(place, 'pids.max')).toBe('0')
    await group.open()
    expect(await read(place, 'pids.max')).toBe('1024')
  })

  it('have the limits of the cluster’s size instead of the installation’s', async () => {
    const system = await systemWith({
      self: '0::/\n',
      'mount/cgroup.controllers': 'cpu memory pids\n',
    })
    const { groups, lines } = groupsAt(system)
    await groups.prepare()
    const limits = { memoryBytes: MEMORY / 2, cpuCores: 2 }
    await groups.of('small', limits).open()
    await groups.of('other').open()
    const place = placeOf(lines)
    expect(await read(place, 'small', 'memory.max')).toBe(`${MEMORY / 2}`)
    expect(await read(place, 'small', 'cpu.max')).toBe('200000 100000')
    expect(await read(place, 'other', 'memory.max')).toBe(`${MEMORY}`)
    expect(await read(place, 'other', 'cpu.max')).toBe('max 100000')
  })

  it('are made beside the server in a group that was delegated to it', async () => {
    const system = await systemWith({
      self: '0::/system.slice/stoa.service/server\n',
      'mount/cgroup.controllers': 'cpu memory\n',
      'mount/system.slice/stoa.service/cgroup.type': 'domain\n',
      'mount/system.slice/stoa.service/cgroup.procs': '',
      'mount/system.slice/stoa.service/cgroup.controllers': 'memory\n',
    })
    const { groups, lines } = groupsAt(system)
    await groups.prepare()
    const place = placeOf(lines)
    expect(path.dirname(place)).toBe(path.join(system.mount, 'system.slice/stoa.service'))
    expect(await read(place, 'cgroup.subtree_control')).toBe('+memory')
  })

  it.each([
    ['the group has processes', { 'mount/a/cgroup.procs': '1\n2\n' }, 'not delegated'],
    ['no controller is offered', { 'mount/a/cgroup.controllers': 'cpuset\n' }, 'No controller'],
  ])('are left alone if %s, and the log says so', async (_title, files, reason) => {
    const system = await systemWith({
      self: '0::/a/b\n',
      'mount/cgroup.controllers': 'cpu\n',
      'mount/a/cgroup.type': 'domain\n',
      'mount/a/cgroup.procs': '',
      'mount/a/cgroup.controllers': 'cpu\n',
      ...files,
    })
    const { groups, lines } = groupsAt(system)
    await groups.prepare()
    expect(lines[0]?.text).toContain('without memory and CPU limits')
    expect(String(lines[0]?.fields['error'])).toContain(reason)
    const group = groups.of('abc')
    await group.open()
    group.add(1)
    await group.close()
    expect(lines).toHaveLength(1)
  })
})

describe('a cluster', () => {
  let machine: TestMachine
  beforeAll(async () => {
    machine = await createTestMachine()
  })
  afterAll(() => machine.watchdog.release())

  it('runs with all of its processes in a group with limits, where this system has groups', async () => {
    const { groups, lines } = groupsAt()
    await groups.prepare()
    const { engine, account, watchdog, template } = machine
    const dataDir = path.join(folder, 'data')
    await copyCluster(template, dataDir, account)
    const group = groups.of('data')
    const socketDir = path.join(folder, 's')
    const cluster = createCluster({ engine, account, watchdog, dataDir, socketDir, group })
    await cluster.start()
    const folders = foldersOf(lines[0])
    // Like a program that a session started and that does not end with it.
    const program = spawn('sleep', ['20'])
    const programEnded = once(program, 'exit')
    group.add(program.pid ?? 0)
    try {
      expect((await postgresProcessesOf(dataDir)).length).toBeGreaterThan(2)
      for (const place of folders) {
        const outside = async () => {
          const processes = new Set(await postgresProcessesOf(dataDir))
          const procs = await read(place, 'data', 'cgroup.procs')
          const members = new Set(procs.trim().split('\n').map(Number))
          return [...processes].filter((pid) => !members.has(pid))
        }
        // Postgres starts and ends processes between the two reads.
        await expect.poll(outside).toEqual([])
      }
      // Without the right to make groups, the log says that there are no limits.
      expect(lines[0]?.text).toMatch(
        folders.length > 0 ? /with memory and CPU limits/ : /without memory and CPU limits/,
      )
    } finally {
      await cluster.stop()
    }
    if (folders.length === 0) program.kill('SIGKILL')
    expect(await programEnded).toEqual([null, 'SIGKILL'])
    for (const place of folders)
      await expect
        .poll(() =>
          stat(path.join(place, 'data')).then(
            () => 'there',
            () => 'gone',
          ),
        )
        .toBe('gone')
    await groups.close()
    for (const place of folders) await expect(stat(place)).rejects.toThrow('ENOENT')
  })
})

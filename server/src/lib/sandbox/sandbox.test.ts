import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayNotTested } from '../../../test/not-tested.ts'
import { findDeno } from '../find-deno.ts'
import { silentLog } from '../log.ts'
import { restrictionsOf } from './rights.ts'
import { commandOf, LAUNCHER, openSandbox, type SandboxedCommand } from './sandbox.ts'
import { systemRules } from './system-files.ts'

const deno = findDeno()
const sandbox = await openSandbox(deno, { closed: [], log: silentLog })
if (!sandbox) sayNotTested('Landlock.', 'The kernel of this system does not have it.')

let folder: string
const inFolder = (name: string) => path.join(folder, name)
let listener: net.Server
let connections = 0

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stoa-sandbox-')))
  await Promise.all(['own', 'scratch', 'other'].map((name) => mkdir(inFolder(name))))
  await writeFile(inFolder('own/a.txt'), 'readable')
  await writeFile(inFolder('other/secret.txt'), 'secret')
  listener = net.createServer((socket) => {
    connections += 1
    socket.destroy()
  })
})
afterAll(async () => {
  listener.close()
  await rm(folder, { recursive: true })
})

/** Runs code in Deno with all of its permissions, so that only the sandbox refuses anything. */
async function run(code: string, change: Partial<SandboxedCommand> = {}): Promise<unknown> {
  await writeFile(inFolder('own/code.js'), code)
  const { file, args, env } = commandOf(sandbox, {
    launcher: LAUNCHER,
    deno,
    program: deno,
    args: ['run', '--quiet', '--no-config', '--no-lock', '--allow-all', inFolder('own/code.js')],
    env: { DENO_DIR: inFolder('scratch'), GIVEN: 'given', NO_COLOR: '1' },
    reads: [inFolder('own')],
    writes: [inFolder('scratch')],
    ...change,
  })
  const { stdout } = await promisify(execFile)(file, [...args], { env: { ...env } })
  return JSON.parse(stdout)
}

/** The code of an attempt, which returns its result or the name of the error. */
const attempts = (code: Readonly<Record<string, string>>): string => `
  const found = {}
  ${Object.entries(code)
    .map(
      ([name, text]) => `try { found[${JSON.stringify(name)}] = await (async () => { ${text} })() }
      catch (error) { found[${JSON.stringify(name)}] = error.name }`,
    )
    .join('\n')}
  console.log(JSON.stringify(found))`

describe.runIf(sandbox?.restrictsFiles)('files in a sandbox', () => {
  it('are the listed ones and some of the system', async () => {
    const refused = ['other', 'link', 'written', 'emptied', 'removed', 'moved', 'listed', 'program']
    if (process.getuid?.() !== 0) refused.push('server')
    const found = await run(
      attempts({
        own: `return Deno.readTextFileSync('${inFolder('own/a.txt')}')`,
        system: `return Deno.readTextFileSync('/etc/hosts').length > 0`,
        scratch: `Deno.writeTextFileSync('${inFolder('scratch/a')}', 'a')
          Deno.mkdirSync('${inFolder('scratch/b')}')
          Deno.renameSync('${inFolder('scratch/a')}', '${inFolder('scratch/b/a')}')
          return Deno.readTextFileSync('${inFolder('scratch/b/a')}')`,
        given: `return Deno.env.get('GIVEN')`,
        other: `return Deno.readTextFileSync('${inFolder('other/secret.txt')}')`,
        link: `Deno.symlinkSync('${inFolder('other/secret.txt')}', '${inFolder('scratch/link')}')
          return Deno.readTextFileSync('${inFolder('scratch/link')}')`,
        written: `Deno.writeTextFileSync('${inFolder('own/a.txt')}', 'changed')`,
        emptied: `Deno.truncateSync('${inFolder('other/secret.txt')}')`,
        removed: `Deno.removeSync('${inFolder('other/secret.txt')}')`,
        moved: `Deno.renameSync('${inFolder('scratch/b')}', '${inFolder('other/b')}')`,
        listed: `return [...Deno.readDirSync('${inFolder('other')}')].length`,
        // Root can read it because of its capabilities; no function runs as root.
        ...(process.getuid?.() !== 0 && {
          server: `return Deno.readTextFileSync('/proc/${process.pid}/environ').length`,
        }),
        program: `return new Deno.Command('/bin/sh', { args: ['-c', 'true'] }).outputSync().code`,
      }),
    )
    expect(found).toEqual({
      own: 'readable',
      system: true,
      scratch: 'a',
      given: 'given',
      ...Object.fromEntries(
        refused.map((name) => [name, expect.stringMatching(/^(?:PermissionDenied|NotCapable)$/)]),
      ),
    })
    expect(await readFile(inFolder('other/secret.txt'), 'utf8')).toBe('secret')
  })
})

describe.runIf(sandbox?.restrictsAbstractSockets)('processes outside of a sandbox', () => {
  it('get no connections at abstract Unix sockets, and no signals', async () => {
    const name = `stoa-test-${process.pid}`
    await new Promise<void>((resolve) => listener.listen(`\0${name}`, resolve))
    const connect = `const net = await import('node:net')
      return await new Promise((resolve, reject) => {
        net.connect('\\0${name}', () => resolve('connected')).on('error', () => reject({ name: 'refused' })) })`
    const found = await run(
      attempts({
        deno: `await Deno.connect({ transport: 'unix', path: '\\0${name}' }); return 'connected'`,
        node: connect,
        signal: `Deno.kill(${process.pid}, 'SIGCONT'); return 'sent'`,
        port: `return Deno.listen({ port: 0 }).addr.port > 0`,
      }),
    )
    expect(found).toEqual({
      deno: 'PermissionDenied',
      node: 'refused',
      signal: 'PermissionDenied',
      port: 'PermissionDenied',
    })
    expect(connections).toBe(0)
  })
})

describe.runIf(sandbox)('a program', () => {
  it('does not start if it cannot be restricted', async () => {
    await expect(run('', { reads: [inFolder('missing')] })).rejects.toMatchObject({
      code: 126,
      stderr: expect.stringContaining('missing'),
    })
  })
})

it('restricts everything that the version of Landlock supports', () => {
  const all = { files: true }
  expect(restrictionsOf(1, all)).toEqual({ files: 0x1fff, network: 0, scopes: 0 })
  expect(restrictionsOf(3, all)).toEqual({ files: 0x7fff, network: 0, scopes: 0 })
  expect(restrictionsOf(4, all)).toEqual({ files: 0x7fff, network: 1, scopes: 0 })
  expect(restrictionsOf(6, all)).toEqual({ files: 0xffff, network: 1, scopes: 3 })
  expect(restrictionsOf(99, { files: false })).toEqual({ files: 0, network: 1, scopes: 3 })
})

it.runIf(process.platform === 'linux')(
  'has no rules for the files of the system that would open a closed folder',
  async () => {
    expect(await systemRules(['/srv/stoa'])).toContainEqual([await realpath('/etc'), 12])
    expect(await systemRules(['/usr/share/stoa/data'])).toBeUndefined()
  },
)

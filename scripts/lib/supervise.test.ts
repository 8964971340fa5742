import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Ends like the server: with the exit codes of its arguments, one per start. */
const PROGRAM = `
  const fs = require('node:fs')
  const [file, ...ends] = process.argv.slice(1)
  fs.appendFileSync(file, 'started ' + process.pid + '\\n')
  const starts = fs.readFileSync(file, 'utf8').trim().split('\\n').filter((line) => line.startsWith('started'))
  const end = ends[starts.length - 1]
  process.on('disconnect', () => { fs.appendFileSync(file, 'alone\\n'); process.exit(0) })
  if (end === 'stay') {
    let signals = 0
    process.on('SIGTERM', () => { signals += 1; setTimeout(() => process.exit(10 + signals), 200) })
    console.log('ready')
  } else if (end.startsWith('SIG')) process.kill(process.pid, end)
  else process.exit(Number(end))
`

/** Supervises the program with pauses that take no time and, if given, a simulated uptime. */
const SUPERVISOR = `
  import { supervise } from ${JSON.stringify(new URL('supervise.mjs', import.meta.url).href)}
  const { UPTIME_MS = '0', ...env } = process.env
  const wait = async (ms) => void console.error('paused ' + ms)
  let time = 0
  const now = () => (time += Number(UPTIME_MS))
  const args = ['-e', ${JSON.stringify(PROGRAM)}, ...process.argv.slice(1)]
  process.exit(await supervise(process.execPath, args, { env, wait, ...(UPTIME_MS !== '0' && { now }) }))
`

let folder: string
let count = 0
const children: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'supervise-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

type Supervised = {
  readonly child: ChildProcess
  readonly file: string
  readonly said: () => string
}

const start = (...ends: readonly string[]) => startAs(0, ends)

function startAs(uptimeMs: number, ends: readonly string[]): Supervised {
  const file = path.join(folder, String((count += 1)))
  const child = spawn(process.execPath, ['--input-type=module', '-e', SUPERVISOR, file, ...ends], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, UPTIME_MS: `${uptimeMs}` },
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, file, said: () => said }
}

const codeOf = async ({ child }: Supervised) => (await once(child, 'close'))[0] as number | null

describe('npm start', () => {
  it('restarts a server that ends unexpectedly, after longer and longer pauses', async () => {
    const run = start('1', 'SIGKILL', '1', '1', '1', '1', '1', '1', '0')
    expect(await codeOf(run)).toBe(0)
    expect(run.said().match(/paused \d+/g)).toEqual(
      [0, 500, 1000, 2000, 4000, 8000, 16_000, 32_000].map((ms) => `paused ${ms}`),
    )
    expect(run.said()).toContain('Stoa ended unexpectedly (1). Restarting.')
    expect(run.said()).toContain('Stoa ended unexpectedly (SIGKILL). Restarting in 0.5 s.')
  })

  it('restarts a server without a pause that ran for a while each time', async () => {
    const run = startAs(15_000, ['1', '1', '1', '1', '0'])
    expect(await codeOf(run)).toBe(0)
    expect(run.said().match(/paused \d+/g)).toEqual(Array(4).fill('paused 0'))
  })

  it('does not restart a server whose settings are wrong', async () => {
    const run = start('78')
    expect(await codeOf(run)).toBe(1)
    expect(run.said()).toBe('')
  })

  it('passes a signal on once, and ends with the server', async () => {
    const run = start('stay')
    await once(run.child.stdout ?? run.child, 'data')
    run.child.kill('SIGTERM')
    run.child.kill('SIGTERM')
    expect(await codeOf(run)).toBe(11)
    expect(run.said()).toBe('')
  })

  it('does not end with a terminal that it does not use', async () => {
    const run = start('stay')
    await once(run.child.stdout ?? run.child, 'data')
    run.child.kill('SIGHUP')
    run.child.kill('SIGTERM')
    // The server got one signal: another one would have raised its exit code.
    expect(await codeOf(run)).toBe(11)
  })

  it('lets the server know when it was killed itself', async () => {
    const run = start('stay')
    await once(run.child.stdout ?? run.child, 'data')
    run.child.kill('SIGKILL')
    await expect.poll(() => readFile(run.file, 'utf8')).toContain('alone')
  })
})

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

/** Supervises the program with pauses that take no time; what it says is its error output. */
const SUPERVISOR = `
  import { supervise } from ${JSON.stringify(new URL('supervise.mjs', import.meta.url).href)}
  const wait = async (ms) => void console.error('paused ' + ms)
  const args = ['-e', ${JSON.stringify(PROGRAM)}, ...process.argv.slice(1)]
  process.exit(await supervise(process.execPath, args, { env: process.env, wait }))
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

function start(...ends: readonly string[]): Supervised {
  const file = path.join(folder, String((count += 1)))
  const child = spawn(process.execPath, ['--input-type=module', '-e', SUPERVISOR, file, ...ends], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
      [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].map((ms) => `paused ${ms}`),
    )
    expect(run.said()).toContain('Stoa ended unexpectedly (1). Restarting in 1 s.')
    expect(run.said()).toContain('Stoa ended unexpectedly (SIGKILL). Restarting in 2 s.')
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

  it('lets the server know when it was killed itself', async () => {
    const run = start('stay')
    await once(run.child.stdout ?? run.child, 'data')
    run.child.kill('SIGKILL')
    await expect.poll(() => readFile(run.file, 'utf8')).toContain('alone')
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY = /Stoa is ready/

/** The first start may have to build the dashboard. */
const BUILD_MS = 240_000

let dataDir: string
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'stoa e2e '))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
})

/** Runs what `npm start` runs; `said` has every line so far. */
function npmStart(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      STOA_PORT: '0',
      STOA_POSTGRES_PORT: '0',
      STOA_DATA_DIR: dataDir,
      ...env,
    },
  })
  children.push(child)
  const said: string[] = []
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => said.push(line))
  return { child, said }
}

async function serverOf({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

describe('npm start', () => {
  it(
    'restarts a killed server, and ends with it after SIGTERM',
    async () => {
      const { child, said } = npmStart()
      const starts = () => said.filter((line) => READY.test(line)).length
      await expect.poll(starts, { timeout: BUILD_MS }).toBe(1)
      const killed = await serverOf(child)
      process.kill(killed, 'SIGKILL')
      await expect.poll(starts, { timeout: 60_000 }).toBe(2)
      expect(said).toContain('Stoa ended unexpectedly (SIGKILL). Restarting in 1 s.')
      const server = await serverOf(child)
      expect(server).not.toBe(killed)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(() => process.kill(server, 0)).toThrow('ESRCH')
    },
    BUILD_MS + 60_000,
  )

  it('says once what is wrong with a setting', async () => {
    const { child, said } = npmStart({ STOA_PORT: 'eighty' })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said.filter((line) => line.includes('(invalid_setting)'))).toHaveLength(1)
    expect(said.join('\n')).not.toContain('Restarting')
  })
})

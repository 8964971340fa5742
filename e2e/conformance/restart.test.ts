import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
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
  // npm's process group contains the script that keeps the server running, and without which it stops.
  for (const { pid, exitCode, signalCode } of children)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
})

/** Runs `npm start`; `said` has every line so far. */
function npmStart(env: Readonly<Record<string, string>> = {}) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
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

async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

/** npm's child is the script that keeps the server running, without a shell in between. */
const supervisorOf = ({ pid = 0 }: ChildProcess) => childOf(pid)
const serverOf = async (npm: ChildProcess) => childOf(await supervisorOf(npm))

/** The main process of the platform's own Postgres. */
async function platformPostgres(): Promise<number> {
  const file = path.join(dataDir, 'clusters', 'control', 'postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n', 1)[0])
}

/** Sends a request whose body never ends, so that a server that stops waits for it. */
async function keepBusy(): Promise<net.Socket> {
  const text = await readFile(path.join(dataDir, 'operator.json'), 'utf8')
  const { url } = JSON.parse(text) as { url: string }
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: localhost\r\n')
  socket.write(
    'expect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
  )
  // The server has begun to handle the request.
  await once(socket, 'data')
  return socket
}

describe('npm start', () => {
  it(
    'restarts a killed server, and ends with it when npm gets SIGTERM',
    async () => {
      const { child, said } = npmStart()
      const starts = () => said.filter((line) => READY.test(line)).length
      await expect.poll(starts, { timeout: BUILD_MS }).toBe(1)
      const killed = await serverOf(child)
      process.kill(killed, 'SIGKILL')
      await expect.poll(starts, { timeout: 60_000 }).toBe(2)
      expect(said).toContain('Stoa ended unexpectedly (SIGKILL). Restarting.')
      const server = await serverOf(child)
      expect(server).not.toBe(killed)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(() => process.kill(server, 0)).toThrow('ESRCH')
    },
    BUILD_MS + 60_000,
  )

  it('waits for a server that is stopping, and takes over', async () => {
    const first = npmStart()
    await expect
      .poll(() => first.said.some((line) => READY.test(line)), { timeout: 60_000 })
      .toBe(true)
    const socket = await keepBusy()
    // The server cannot end before its Postgres does, however long the second one takes to start.
    const postgres = await platformPostgres()
    process.kill(postgres, 'SIGSTOP')
    process.kill(await supervisorOf(first.child), 'SIGKILL')
    const second = npmStart()
    await expect
      .poll(() => second.said, { timeout: 60_000 })
      .toContain('Another Stoa server is stopping. Waiting for its end …')
    socket.destroy()
    process.kill(postgres, 'SIGCONT')
    await expect
      .poll(() => second.said.some((line) => READY.test(line)), { timeout: 60_000 })
      .toBe(true)

    const third = npmStart()
    expect(await once(third.child, 'close')).toEqual([1, null])
    const running = await serverOf(second.child)
    expect(third.said).toContain(
      `Use that server (process ${running}), or set STOA_DATA_DIR to another folder.`,
    )
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  }, 120_000)

  it('reports an invalid setting once', async () => {
    const { child, said } = npmStart({ STOA_PORT: 'eighty' })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said.filter((line) => line.includes('(invalid_setting)'))).toHaveLength(1)
    expect(said.join('\n')).not.toContain('Restarting')
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allProcesses, signal, type Process } from './processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_DEADLINE_MS = 120_000

/** An installation in a temporary folder, kept running by the script of `npm start`. */
export type Installation = {
  readonly url: string
  readonly dataDir: string
  readonly postgresPort: number
  /** Starts `npm start`, beside an earlier one that may still be stopping. Does not wait. */
  start(): void
  untilReady(): Promise<void>
  /** Sends SIGTERM to the current `npm start`; resolves when it has ended. */
  terminate(): Promise<void>
  /** Its processes, except those that have ended. */
  processes(): Promise<readonly Process[]>
  postmaster(name: string): Promise<Process | undefined>
  /** The backends and helpers of a cluster. */
  children(name: string): Promise<readonly Process[]>
  server(): Promise<Process | undefined>
  watchdog(): Promise<Process | undefined>
  denos(): Promise<readonly Process[]>
  /** Its temporary folders outside the data folder. */
  temporaryFolders(): Promise<readonly string[]>
  /** The last lines that `npm start` printed. */
  output(): string
  remove(): Promise<void>
}

export async function createInstallation(): Promise<Installation> {
  const dataDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stoa-chaos-')))
  const [port, apiPort, postgresPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  /** Of every server so far: their temporary folders have these numbers in their names. */
  const servers = new Set<number>()
  let current: ChildProcess | undefined
  let output = ''

  function isOurs({ cwd, command, environment }: Process): boolean {
    if (environment.includes(`STOA_DATA_DIR=${dataDir}\0`) || cwd.startsWith(dataDir)) return true
    return [...servers].some((pid) => `${cwd} ${command}`.includes(`/stoa-fn-${pid}-`))
  }

  async function processes(): Promise<readonly Process[]> {
    const ours = (await allProcesses()).filter(isOurs)
    for (const { pid, command } of ours)
      if (command.includes('server/src/main.ts')) servers.add(pid)
    return ours
  }
  const find = async (test: (process: Process) => boolean) => (await processes()).find(test)
  const folderOf = (name: string) =>
    path.join(dataDir, 'clusters', name === 'control' ? '' : 'projects', name)
  const isPostmaster = ({ command }: Process) => command.includes(' -D ')
  const server = () => find(({ command }) => command.includes('server/src/main.ts'))

  return {
    url,
    dataDir,
    postgresPort,
    start() {
      const child = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          STOA_DATA_DIR: dataDir,
          STOA_PORT: `${port}`,
          STOA_API_PORT: `${apiPort}`,
          STOA_POSTGRES_PORT: `${postgresPort}`,
          // The receiver of webhooks is on this machine.
          STOA_ALLOW_PRIVATE_ADDRESSES: 'on',
        },
      })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)))
      current = child
    },
    async untilReady() {
      const until = performance.now() + START_DEADLINE_MS
      while (!(await isReady(url))) {
        if (performance.now() > until) throw new Error(`The server is not ready:\n${output}`)
        await sleep(50)
      }
      await processes()
    },
    async terminate() {
      const ending = current
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill('SIGTERM')
      await ended
    },
    processes,
    postmaster: (name) => find((one) => one.cwd === folderOf(name) && isPostmaster(one)),
    children: async (name) =>
      (await processes()).filter((one) => one.cwd === folderOf(name) && !isPostmaster(one)),
    server,
    async watchdog() {
      const parent = (await server())?.pid
      return find((one) => one.parent === parent && one.command.includes("trap '' INT"))
    },
    denos: async () => (await processes()).filter(({ command }) => command.includes('/stoa-fn-')),
    temporaryFolders: async () =>
      (await readdir(os.tmpdir())).filter((name) =>
        [...servers].some((pid) => name.startsWith(`stoa-fn-${pid}-`)),
      ),
    output: () => output,
    async remove() {
      for (const { pid } of await processes()) signal(pid, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/get-utc-time`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

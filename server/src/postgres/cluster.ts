import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Account } from './engines/account.ts'
import type { Engine } from './engines/engine.ts'
import { postgresEnvironment } from './engines/run.ts'
import type { Watchdog } from './watchdog.ts'

export type ClusterOptions = {
  readonly engine: Engine
  readonly account: Account | undefined
  readonly dataDir: string
  /** Holds the Unix socket. Short: the socket's whole path may have 107 bytes. */
  readonly socketDir: string
  readonly watchdog: Watchdog
  /** Further settings for the command line, such as a size's memory. */
  readonly settings?: Readonly<Record<string, string>>
  /** The server ended without being asked to. */
  readonly onCrash?: (reason: string) => void
}

/** One Postgres server on one data directory. */
export type Cluster = {
  /** Resolves when connections are accepted. Waits for, or ends, a server that still holds the directory. */
  start(): Promise<void>
  /** Fast shutdown: open transactions roll back, committed ones are on disk. Immediate after `deadlineMs`. */
  stop(deadlineMs?: number): Promise<void>
  readonly pid: number | undefined
}

const START_DEADLINE_MS = 60_000
const POLL_MS = 4

export function createCluster(options: ClusterOptions): Cluster {
  let child: ChildProcess | undefined
  let isStopping = false

  async function start(): Promise<void> {
    await endForeignServer(options.dataDir)
    await prepareSocketDir(options)
    isStopping = false
    const log = `${options.dataDir}.startup.log`
    const started = spawnPostgres(options, log)
    child = started
    if (started.pid !== undefined) options.watchdog.add(started.pid)
    let wasReady = false
    const ended = new Promise<string>((resolve) => {
      started.once('error', (error) => resolve(error.message))
      started.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
    })
    void ended.then((reason) => {
      if (started.pid !== undefined) options.watchdog.remove(started.pid)
      if (child !== started) return
      child = undefined
      if (!isStopping && wasReady) options.onCrash?.(reason)
    })
    await waitUntilReady(options.dataDir, started, ended, log)
    wasReady = true
  }

  async function stop(deadlineMs = 10_000): Promise<void> {
    const running = child
    if (!running?.pid) return
    isStopping = true
    const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
    running.kill('SIGINT')
    const timer = setTimeout(() => running.kill('SIGQUIT'), deadlineMs)
    await gone
    clearTimeout(timer)
    child = undefined
  }

  return {
    start,
    stop,
    get pid() {
      return child?.pid
    },
  }
}

function spawnPostgres(options: ClusterOptions, log: string): ChildProcess {
  const { engine, account, dataDir, socketDir } = options
  const settings = { unix_socket_directories: socketDir, ...options.settings }
  const args = ['-D', dataDir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const child = spawn(path.join(engine.binDir, 'postgres'), args, {
    cwd: dataDir,
    env: postgresEnvironment(),
    // Its own session: Ctrl-C reaches the server alone, which stops its clusters in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  child.stderr?.pipe(createWriteStream(log, { flags: 'w', mode: 0o600 }).on('error', () => {}))
  return child
}

/** The eighth line of postmaster.pid says what pg_ctl waits for. */
async function waitUntilReady(
  dataDir: string,
  child: ChildProcess,
  ended: Promise<string>,
  log: string,
): Promise<void> {
  let exit: string | undefined
  void ended.then((reason) => (exit = reason))
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    const state = await readPidFile(dataDir)
    if (state?.pid === child.pid && state?.status === 'ready') return
    if (exit !== undefined) throw await startFailure(exit, log)
    if (Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw await startFailure('no answer within a minute', log)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function startFailure(reason: string, log: string): Promise<AppError> {
  const said = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n')
  const code = /no space left|could not extend|disk full/i.test(said)
    ? 'disk_full'
    : 'postgres_start_failed'
  return new AppError(code, `Postgres did not start (${reason}).`, {
    status: 503,
    hint:
      code === 'disk_full' ? 'Free some disk space, then retry.' : 'See the server log, then retry.',
    details: said,
  })
}

async function prepareSocketDir({ socketDir, account }: ClusterOptions): Promise<void> {
  await mkdir(socketDir, { recursive: true })
  if (account) await chown(socketDir, account.uid, account.gid)
  await chmod(socketDir, 0o700)
}

export async function readPidFile(
  dataDir: string,
): Promise<{ pid: number; status: string } | undefined> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() ?? '' }
}

/**
 * After `kill -9` of the server a cluster may still run, or still be shutting down. Two servers on
 * one directory must never be: the old one is asked to end and waited for.
 */
export async function endForeignServer(dataDir: string): Promise<void> {
  const found = await readPidFile(dataDir)
  if (!found || !(await isPostgresOf(found.pid, dataDir))) {
    // Left by a machine that lost power: Postgres would refuse if the number now names another process.
    if (found) await rm(path.join(dataDir, 'postmaster.pid'), { force: true })
    return
  }
  const patience = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, waitMs] of patience) {
    if (!trySignal(found.pid, signal)) return
    const until = Date.now() + waitMs
    while (Date.now() < until) {
      if (!trySignal(found.pid, 0)) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  throw new AppError('data_directory_busy', 'Another Postgres still holds the data directory.', {
    status: 503,
    hint: `End process ${found.pid}, then retry.`,
  })
}

function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// A process number is reused after a restart; the working folder tells a cluster's own postmaster
// from a stranger. Where it cannot be read (macOS), a living process counts as the postmaster.
async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  if (!trySignal(pid, 0)) return false
  if (process.platform !== 'linux') return true
  const { readlink, realpath } = await import('node:fs/promises')
  const [cwd, expected] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    realpath(dataDir).catch(() => dataDir),
  ])
  if (cwd !== undefined) return cwd === expected
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(dataDir)
}

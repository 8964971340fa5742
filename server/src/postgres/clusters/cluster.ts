import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { engineMissing } from '../engines/engine-missing.ts'
import { requireFileIn } from '../../lib/untrusted-folder/files.ts'
import { ensureClusterKey } from './key.ts'
import type { ControlGroup } from '../processes/control-groups.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { postgresEnvironment } from '../engines/run.ts'
import { endProcessesOf } from '../processes/account-processes.ts'
import { endForeignServer, readPidFile } from '../processes/foreign-server.ts'
import { postgresProcessesOf, trySignal } from '../processes/processes.ts'
import { closeSocketFolder, prepareSocketFolder, removeSocket } from './socket-folder.ts'
import { startFailure } from './start-failure.ts'
import type { Watchdog } from '../processes/watchdog.ts'
import { commandAs } from '../processes/without-network.ts'

export type ClusterOptions = {
  readonly engine: Engine
  readonly account: Account | undefined
  readonly dataDir: string
  /** Holds only the Unix socket. Keep it short: the socket's whole path may have 107 bytes. */
  readonly socketDir: string
  readonly watchdog: Watchdog
  /** Limits the memory and the processor time of the cluster. */
  readonly group?: ControlGroup
  /** Further command-line settings, such as the memory of a compute size. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Called when the server ends without having been stopped. */
  readonly onCrash?: (reason: string) => void
}

/** One Postgres server on one data directory. */
export type Cluster = {
  /**
   * Resolves when connections are accepted. Waits for, or ends, a server that still holds the
   * directory; does nothing where this cluster runs already. Rejects with 503 `disk_full`,
   * `postgres_start_failed`, `data_directory_busy`, or 500 `engine_missing`,
   * `socket_path_too_long`.
   */
  start(): Promise<void>
  /**
   * Fast shutdown: open transactions roll back, committed ones are on disk. Immediate after
   * `deadlineMs`, by force eight seconds later; rejects with 503 `postgres_stop_failed` when even
   * that does not end it.
   */
  stop(deadlineMs?: number): Promise<void>
  /** Ends the server and its sessions at once, which counts as a crash. */
  abort(): void
  readonly pid: number | undefined
}

const START_DEADLINE_MS = 60_000
const SUSPECT_AFTER_MS = 1000
const FAST_DEADLINE_MS = 10_000
/** Five seconds after SIGQUIT, the postmaster itself kills the sessions that have not ended. */
const QUIT_DEADLINE_MS = 8000
const KILL_DEADLINE_MS = 5000
const POLL_MS = 4

type Process = { readonly child: ChildProcess; readonly ended: Promise<string> }

export function createCluster(options: ClusterOptions): Cluster {
  let current: Process | undefined
  let starting: Promise<void> | undefined
  let isStopping = false
  let hasRest = false

  async function launch(): Promise<void> {
    if (current) return
    isStopping = false
    const { dataDir, account, group } = options
    await endForeignServer(dataDir)
    hasRest = true
    await Promise.all([
      prepareSocketFolder(options.socketDir, account),
      ensureClusterKey(dataDir, account),
      group?.open(),
    ])
    const log = `${dataDir}.startup.log`
    const spawned = await spawnPostgres(options, log)
    const { child } = spawned
    if (child.pid !== undefined) options.watchdog.add(child.pid, options.dataDir)
    let wasReady = false
    const ended = spawned.ended.then(async (reason) => {
      if (child.pid !== undefined) options.watchdog.remove(child.pid)
      await endRest().catch(() => {
        // The stop tries again, and reports it.
      })
      current = undefined
      if (!isStopping && wasReady) options.onCrash?.(reason)
      return reason
    })
    current = { child, ended }
    // `stop` was called before the process was spawned.
    if (isStopping) {
      await end(current)
      throw stopped()
    }
    try {
      await waitUntilReady(options.dataDir, current, log)
      closeSocketFolder(options.socketDir, account)
    } catch (error) {
      // A Postgres that waits for a pipe reacts to no other signal.
      if (isUnexpectedFile(error)) void killAll(options.dataDir, child)
      if (current) await end(current)
      throw error
    }
    await options.group?.adopt(() => postgresProcessesOf(options.dataDir))
    wasReady = true
  }

  /** Ends the programs that the cluster's sessions have started and that did not end with it. */
  async function endRest(): Promise<void> {
    const { account, group } = options
    const isGroupEmpty = await group?.end()
    if (account?.isOwn) await endProcessesOf(account.uid, { isCounted: !isGroupEmpty })
    removeSocket(options.socketDir)
    hasRest = false
    void group?.close()
  }

  /** Fast, then immediate shutdown, then by force. */
  async function end({ child, ended }: Process, deadlineMs = FAST_DEADLINE_MS): Promise<void> {
    const late = Promise.withResolvers<never>()
    child.kill('SIGINT')
    const timers = [
      setTimeout(() => child.kill('SIGQUIT'), deadlineMs),
      setTimeout(() => void killAll(options.dataDir, child), deadlineMs + QUIT_DEADLINE_MS),
      setTimeout(
        () => late.reject(stopFailure()),
        deadlineMs + QUIT_DEADLINE_MS + KILL_DEADLINE_MS,
      ),
    ]
    await Promise.race([ended, late.promise]).finally(() => timers.forEach(clearTimeout))
  }

  return {
    start() {
      starting ??= launch().finally(() => (starting = undefined))
      return starting
    },
    async stop(deadlineMs) {
      isStopping = true
      // A start in progress ends the process that it spawns.
      if (!current) await starting?.catch(() => {})
      if (current) await end(current, deadlineMs)
      if (hasRest) await endRest()
    },
    abort: () => void current?.child.kill('SIGQUIT'),
    get pid() {
      return current?.child.pid
    },
  }
}

async function spawnPostgres(options: ClusterOptions, log: string): Promise<Process> {
  const { engine, account, dataDir, socketDir } = options
  const program = path.join(engine.binDir, 'postgres')
  if (!existsSync(program))
    throw engineMissing(
      'The Postgres program is missing.',
      'Reinstall the packages, or set STOA_POSTGRES_BIN to the folder of an installed Postgres.',
      { details: program },
    )
  const settings = {
    unix_socket_directories: socketDir,
    ...(engine.major >= 18 && { extension_control_path: engine.extensionControlPath }),
    ...options.settings,
  }
  const args = ['-D', dataDir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  // Output goes to a file, because a file outlives this process and never blocks Postgres as a pipe
  // can.
  const output = await open(log, 'w', 0o600)
  try {
    const command = commandAs(account, program, args)
    const child = spawn(command.file, command.args, {
      cwd: dataDir,
      env: postgresEnvironment(),
      // Postgres gets its own session, so that Ctrl-C reaches only the server, which then stops its
      // clusters in order.
      detached: true,
      stdio: ['ignore', 'ignore', output.fd],
      ...command.ids,
    })
    if (child.pid !== undefined) options.group?.add(child.pid)
    // Listens from the start: a Postgres that fails at once has exited before its log is closed.
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
    })
    return { child, ended }
  } finally {
    await output.close()
  }
}

const isUnexpectedFile = (error: unknown) =>
  error instanceof AppError && error.code === 'unexpected_file'

/**
 * Kills the postmaster and its sessions; sessions notice the postmaster's end only when they wait.
 */
async function killAll(dataDir: string, postmaster: ChildProcess): Promise<void> {
  postmaster.kill('SIGKILL')
  for (const pid of await postgresProcessesOf(dataDir)) trySignal(pid, 'SIGKILL')
}

const stopped = () =>
  new AppError('postgres_stopped', 'Postgres was stopped while it was starting.', {
    status: 503,
    hint: 'Try again.',
    retryAfter: 1,
  })

const stopFailure = () =>
  new AppError('postgres_stop_failed', 'Postgres does not stop.', {
    status: 503,
    hint: 'Its disk may be unresponsive. Check the disk, then retry.',
    retryAfter: 5,
  })

async function waitUntilReady(dataDir: string, { child, ended }: Process, log: string) {
  let exit: string | undefined
  void ended.then((reason) => (exit = reason))
  const deadline = performance.now() + START_DEADLINE_MS
  let suspectAt = performance.now() + SUSPECT_AFTER_MS
  for (;;) {
    const state = await readPidFile(dataDir)
    if (exit !== undefined) throw await startFailure(exit, log)
    // pg_ctl waits for the same word in postmaster.pid.
    if (state?.pid === child.pid && state?.status === 'ready') return
    if (performance.now() > suspectAt) {
      for (const name of CONFIGURATION) await requireFileIn(dataDir, name)
      suspectAt = deadline
    }
    if (performance.now() > deadline) throw await startFailure('no answer within a minute', log)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Postgres reads these files first, and would wait for a pipe until the start times out. */
const CONFIGURATION = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf']

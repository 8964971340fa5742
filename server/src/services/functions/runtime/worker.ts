import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppError } from '../../../lib/errors.ts'
import { createLiveList } from '../../../lib/live-list.ts'
import { openSocketIn, type SocketInside } from '../../../lib/untrusted-folder/files.ts'
import type { Project } from '../../../project/project.ts'
import type { DatabaseDoor } from '../database/door.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { createClient, type Client } from './client/client.ts'
import type { Registries } from './deno.ts'
import type { ProcessFolders } from './deno-start.ts'
import { bootError, workerLimit } from '../errors.ts'
import { openDatabaseGate } from './database-gate.ts'
import type { Gate } from './gate-server.ts'
import { openGate, type GateOptions } from './gate.ts'
import type { RuntimeLimits } from './limits.ts'
import type { FunctionLogs } from './logs.ts'
import { readErrors, readMessages, type Message } from './messages.ts'
import { mayUseNode } from './node-clients.ts'
import { spawnDeno } from './spawn-deno.ts'
import type { ProcessUsage } from './process-usage.ts'
import { createWatch } from './watch.ts'
import {
  beginRequest,
  failRequests,
  hasEnded,
  isIdle,
  kill,
  note,
  retire,
  setBackground,
  settle,
  type Flight,
  type WorkerState,
} from './worker-state.ts'

/** One process of Deno that runs one version of a function. */
export type Worker = {
  readonly version: FunctionVersion
  readonly executionId: string
  /** The Unix socket at which the function accepts HTTP. */
  readonly socketPath: string
  readonly client: Client
  /** The origin of the URLs that the function sees: its own host, as on Supabase. */
  readonly origin: string
  /** Whether it has neither requests nor background tasks. */
  isIdle(): boolean
  /** Whether it takes further requests. */
  isOpen(): boolean
  /** Counts a request until `done`; `fail` is called if the worker ends before. */
  begin(fail: (error: AppError) => void): Flight
  /** Resources used by the process since the last call; undefined if unknown. */
  takeUsage(): ProcessUsage | undefined
  /** Accepts no further requests, and ends after the current ones. */
  retire(): void
  /** Ends the process. Its requests fail with the error, and the message is in its log. */
  stop(error: AppError, message: string): Promise<void>
  end(): Promise<void>
  readonly ended: Promise<void>
}

export type WorkerOptions = {
  readonly project: Project
  readonly version: FunctionVersion
  readonly folders: ProcessFolders
  readonly denoArguments: readonly string[]
  readonly registries: Registries
  readonly env: Readonly<Record<string, string>>
  /** The address at which the process can sign in to Postgres; undefined if there is none. */
  readonly door: DatabaseDoor | undefined
  readonly executionId: string
  /** Unknown to others; marks the bootstrap's messages. */
  readonly token: string
  readonly limits: RuntimeLimits
  readonly logs: FunctionLogs
  readonly admitCall: GateOptions['admitCall']
}

/** V8 ends the process itself when the heap is full. */
const HEAP_IS_FULL = /out of memory|heap limit/i

/** The sockets in the scratch folder of a process. */
type Sockets = {
  /** The function accepts HTTP here. */
  readonly function: string
  /** The function's way to the project's API, and to Postgres. */
  readonly gate: string
  readonly database: string
}

/** A client of the function, once it has started. */
type Connection = { socket?: SocketInside; client?: Client }

/** Starts a process; rejects with `BOOT_ERROR` if the function does not start. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { project, version, executionId, folders } = options
  const sockets = socketsIn(folders)
  const gates = await openGates(options, sockets)
  const worker = spawnWorker(options)
  const { child } = worker
  const boot = Promise.withResolvers<void>()
  // It also rejects if the process ends before anybody waits for it.
  boot.promise.catch(() => {})
  readMessages(child.output, options.token, (message) => receive(worker, message, boot.resolve))
  readErrors(child.errors, (message) => {
    if (HEAP_IS_FULL.test(message)) worker.reason ??= workerLimit('memory')
    note(worker, { kind: 'uncaught', level: 'error', message })
  })
  const connection: Connection = {}
  const ended = finish(worker, { gates, connection, failBoot: () => boot.reject(bootError()) })
  child.input.write(`${JSON.stringify(await bootMessage(options, sockets))}\n`)
  const { socket, client } = await connect(worker, boot.promise, {
    connection,
    name: path.basename(sockets.function),
  })
  return {
    version,
    executionId,
    socketPath: socket.path,
    client,
    origin: new URL(project.apiUrl).origin,
    isIdle: () => isIdle(worker),
    isOpen: () => worker.phase === 'open',
    begin: (fail) => beginRequest(worker, fail),
    takeUsage: () => worker.watch.take(),
    retire: () => retire(worker),
    stop(error, message) {
      kill(worker, error, message)
      return ended
    },
    end() {
      if (!hasEnded(worker)) worker.phase = 'retired'
      child.kill()
      return ended
    },
    ended,
  }
}

const socketsIn = ({ scratch }: ProcessFolders): Sockets => ({
  function: path.join(scratch, 'f'),
  gate: path.join(scratch, 'a'),
  database: path.join(scratch, 'd'),
})

async function openGates(
  { project, door, admitCall }: WorkerOptions,
  sockets: Sockets,
): Promise<readonly Gate[]> {
  const gate = await openGate(sockets.gate, { apiUrl: project.apiUrl, admitCall })
  if (!door) return [gate]
  return [
    gate,
    await openDatabaseGate(sockets.database, (socket) => door.serve(socket, project.ref)),
  ]
}

function spawnWorker(options: WorkerOptions): WorkerState {
  const { project, version, folders, executionId, limits, logs, registries } = options
  const worker: WorkerState = {
    project,
    version,
    folders,
    executionId,
    limits,
    logs,
    child: spawnDeno(folders, options.denoArguments, {
      maxFileBytes: limits.scratchBytes,
      registries,
    }),
    watch: createWatch({
      scratch: folders.scratch,
      limits,
      stop: (limit, message) => kill(worker, workerLimit(limit), message),
    }),
    flights: createLiveList(),
    phase: 'open',
    reason: undefined,
    background: 0,
    releaseProject: undefined,
    idleTimer: undefined,
    taskTimer: undefined,
    areTasksOverdue: false,
    isBooted: false,
  }
  return worker
}

/** Handles a message of the bootstrap. */
function receive(worker: WorkerState, message: Message, booted: () => void): void {
  if (message.kind === 'process') worker.watch.start(message.pid)
  else if (message.kind === 'ready') {
    worker.isBooted = true
    worker.watch.booted()
    booted()
  } else if (message.kind === 'background') setBackground(worker, message.count)
  else if (message.kind === 'uncaught') note(worker, { ...message, level: 'error' })
  else note(worker, message)
}

/** Tells the bootstrap what to run. */
const bootMessage = async (
  { project, version, folders, env, door, token }: WorkerOptions,
  sockets: Sockets,
) => ({
  token,
  entry: pathToFileURL(path.join(folders.code, version.entrypoint)).href,
  env,
  socket: sockets.function,
  gate: sockets.gate,
  apiUrl: project.apiUrl,
  usesNode: await mayUseNode(folders.code),
  temporary: { folder: folders.temporary, kept: path.dirname(path.dirname(folders.bootstrap)) },
  ...(door && { database: { host: door.host, port: door.port, path: sockets.database } }),
})

/** Waits until the function has started, and connects to it. */
async function connect(
  worker: WorkerState,
  booted: Promise<void>,
  { connection, name }: { readonly connection: Connection; readonly name: string },
): Promise<{ readonly socket: SocketInside; readonly client: Client }> {
  const { limits, child, folders } = worker
  const began = performance.now()
  const timer = setTimeout(() => {
    worker.reason ??= bootError()
    const message = `The function did not start within ${limits.bootMs / 1000} seconds.`
    note(worker, { kind: 'boot', level: 'error', message })
    child.kill()
  }, limits.bootMs).unref()
  try {
    await booted
    // The process could later replace it by a link to any other socket.
    const socket = await openSocketIn(folders.scratch, name)
    connection.socket = socket
    const client = createClient(socket.path)
    connection.client = client
    if (hasEnded(worker)) throw bootError()
    const took = Math.round(performance.now() - began)
    note(worker, { kind: 'boot', level: 'info', message: `Started in ${took} ms.` })
    settle(worker)
    return { socket, client }
  } catch (error) {
    child.kill()
    await connection.socket?.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the process has ended and what belongs to it is closed. */
async function finish(
  worker: WorkerState,
  {
    gates,
    connection,
    failBoot,
  }: {
    readonly gates: readonly Gate[]
    readonly connection: Connection
    readonly failBoot: () => void
  },
): Promise<void> {
  const { child, watch, flights } = worker
  const status = await child.ended
  const wasOpen = worker.phase !== 'retired'
  worker.phase = 'ended'
  clearTimeout(worker.idleTimer)
  watch.end()
  setBackground(worker, 0)
  for (const gate of gates) gate.close()
  child.input.destroy()
  failBoot()
  if ((flights.size > 0 || !worker.isBooted) && wasOpen && !worker.reason)
    note(worker, {
      kind: 'shutdown',
      level: 'error',
      message: `The function exited with status ${status}.`,
    })
  failRequests(worker)
  connection.client?.close()
  await connection.socket?.close()
}

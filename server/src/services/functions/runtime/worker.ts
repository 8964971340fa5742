import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppError } from '../../../lib/errors.ts'
import { openSocketIn, type SocketInside } from '../../../lib/untrusted-folder/files.ts'
import type { Project } from '../../../project/project.ts'
import type { DatabaseDoor } from '../database/door.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { createClient, type Client } from './client/client.ts'
import type { Registries } from './deno.ts'
import { bootError, workerError, workerLimit } from '../errors.ts'
import { openDatabaseGate } from './database-gate.ts'
import { openGate, type GateOptions } from './gate.ts'
import type { RuntimeLimits } from './limits.ts'
import type { FunctionLogLine, FunctionLogs } from './logs.ts'
import { readErrors, readMessages, type Message } from './messages.ts'
import { mayUseNode } from './node-clients.ts'
import type { Place } from './places.ts'
import { spawnDeno } from './spawn-deno.ts'
import type { ProcessUsage } from './process-usage.ts'
import { createWatch } from './watch.ts'

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

export type Flight = { done(): void }

export type WorkerOptions = {
  readonly project: Project
  readonly version: FunctionVersion
  readonly place: Place
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

/** How long a retired process gets to handle `beforeunload`. */
const FAREWELL_MS = 200
/** V8 ends the process itself when the heap is full. */
const HEAP_IS_FULL = /out of memory|heap limit/i

/** A failed start is an error. */
const isStart = ({ kind, level }: Pick<FunctionLogLine, 'kind' | 'level'>) =>
  kind === 'boot' && level === 'info'

/** Starts a process; rejects with `BOOT_ERROR` if the function does not start. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { project, version, place, executionId, limits } = options
  const socketPath = path.join(place.scratch, 'f')
  const gatePath = path.join(place.scratch, 'a')
  const gates = [await openGate(gatePath, { apiUrl: project.apiUrl, admitCall: options.admitCall })]
  const databasePath = path.join(place.scratch, 'd')
  const { door } = options
  if (door)
    gates.push(await openDatabaseGate(databasePath, (socket) => door.serve(socket, project.ref)))
  const child = spawnDeno(place, options.denoArguments, {
    maxFileBytes: limits.scratchBytes,
    registries: options.registries,
  })

  const flights = new Set<(error: AppError) => void>()
  let state: 'open' | 'retired' | 'ended' = 'open'
  let reason: AppError | undefined
  let background = 0
  let releaseProject: (() => void) | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let taskTimer: NodeJS.Timeout | undefined
  let areTasksOverdue = false
  let isBooted = false
  let socket: SocketInside | undefined
  let client: Client | undefined
  const booted = Promise.withResolvers<void>()

  const source = { functionId: version.functionId, version: version.version, executionId }
  const note = (line: Pick<FunctionLogLine, 'kind' | 'level' | 'message'>) =>
    options.logs.add(project, { ...source, isColdStart: isStart(line) }, () => ({
      ...line,
      message: withOwnPaths(line.message, place),
      ...((line.kind === 'boot' || line.kind === 'shutdown') && { usage: watch.take() }),
    }))

  const hasEnded = () => state === 'ended'
  const isIdle = () => flights.size === 0 && background === 0

  function stop(error: AppError, message: string): Promise<void> {
    reason ??= error
    note({ kind: 'shutdown', level: 'error', message })
    child.kill()
    return ended
  }

  const watch = createWatch({
    scratch: place.scratch,
    limits,
    stop: (limit, message) => void stop(workerLimit(limit), message),
  })

  function setBackground(count: number): void {
    if (areTasksOverdue) return
    // A task that has begun gets the time of a request.
    if (count > background) restartTaskTimer()
    if (count === 0) clearTimeout(taskTimer)
    background = count
    if (count > 0) releaseProject ??= project.holdAwake()
    else {
      releaseProject?.()
      releaseProject = undefined
    }
    settle()
  }

  function restartTaskTimer(): void {
    clearTimeout(taskTimer)
    taskTimer = setTimeout(() => {
      const seconds = limits.requestMs / 1000
      const message = `Background tasks were ended: they took longer than ${seconds} seconds.`
      note({ kind: 'shutdown', level: 'error', message })
      // Current requests can finish; then the process ends.
      state = 'retired'
      setBackground(0)
      areTasksOverdue = true
    }, limits.requestMs).unref()
  }

  /** After every change: an idle process is kept for a while, a retired one ends. */
  function settle(): void {
    clearTimeout(idleTimer)
    if (!isIdle() || state === 'ended') return
    idleTimer = setTimeout(sayGoodbye, state === 'retired' ? 0 : limits.idleMs).unref()
  }

  function sayGoodbye(): void {
    state = 'retired'
    child.input.write('retire\n')
    setTimeout(() => child.input.end(), FAREWELL_MS).unref()
    setTimeout(() => child.kill(), 2 * FAREWELL_MS).unref()
  }

  function receive(message: Message): void {
    if (message.kind === 'process') watch.start(message.pid)
    else if (message.kind === 'ready') {
      isBooted = true
      watch.booted()
      booted.resolve()
    } else if (message.kind === 'background') setBackground(message.count)
    else if (message.kind === 'uncaught') note({ ...message, level: 'error' })
    else note(message)
  }

  readMessages(child.output, options.token, receive)
  readErrors(child.errors, (message) => {
    if (HEAP_IS_FULL.test(message)) reason ??= workerLimit('memory')
    note({ kind: 'uncaught', level: 'error', message })
  })

  async function finish(): Promise<void> {
    const status = await child.ended
    const wasOpen = state !== 'retired'
    state = 'ended'
    clearTimeout(idleTimer)
    watch.end()
    setBackground(0)
    for (const gate of gates) gate.close()
    child.input.destroy()
    booted.reject(bootError())
    if ((flights.size > 0 || !isBooted) && wasOpen && !reason)
      note({
        kind: 'shutdown',
        level: 'error',
        message: `The function exited with status ${status}.`,
      })
    for (const fail of flights) fail(reason ?? workerError())
    flights.clear()
    client?.close()
    await socket?.close()
  }
  const ended = finish()
  const end = () => {
    state = state === 'ended' ? state : 'retired'
    child.kill()
    return ended
  }

  child.input.write(
    `${JSON.stringify({
      token: options.token,
      entry: pathToFileURL(path.join(place.code, version.entrypoint)).href,
      env: options.env,
      socket: socketPath,
      gate: gatePath,
      apiUrl: project.apiUrl,
      usesNode: await mayUseNode(place.code),
      temporary: { folder: place.temporary, kept: path.dirname(path.dirname(place.bootstrap)) },
      ...(door && {
        database: {
          host: door.host,
          port: door.port,
          path: databasePath,
        },
      }),
    })}\n`,
  )

  const began = performance.now()
  const bootTimer = setTimeout(() => {
    reason ??= bootError()
    const message = `The function did not start within ${limits.bootMs / 1000} seconds.`
    note({ kind: 'boot', level: 'error', message })
    child.kill()
  }, limits.bootMs).unref()
  try {
    await booted.promise
    // The process could later replace it by a link to any other socket.
    socket = await openSocketIn(place.scratch, path.basename(socketPath))
    client = createClient(socket.path)
    if (hasEnded()) throw bootError()
  } catch (error) {
    child.kill()
    await socket?.close()
    throw error
  } finally {
    clearTimeout(bootTimer)
  }
  const took = Math.round(performance.now() - began)
  note({ kind: 'boot', level: 'info', message: `Started in ${took} ms.` })
  settle()

  return {
    version,
    executionId,
    socketPath: socket.path,
    client,
    origin: new URL(project.apiUrl).origin,
    isIdle,
    isOpen: () => state === 'open',
    begin(fail) {
      clearTimeout(idleTimer)
      const release = watch.begin()
      const done = () => {
        clearTimeout(timer)
        release()
        if (flights.delete(failing)) settle()
      }
      const failing = (error: AppError) => {
        done()
        fail(error)
      }
      const timer = setTimeout(() => {
        const seconds = limits.requestMs / 1000
        const message = `A request was ended: it took longer than ${seconds} seconds.`
        note({ kind: 'shutdown', level: 'error', message })
        // Further work of the handler belongs to no request, so the process accepts no others.
        state = 'retired'
        failing(workerLimit('time'))
      }, limits.requestMs).unref()
      flights.add(failing)
      return { done }
    },
    takeUsage: () => watch.take(),
    retire() {
      if (state !== 'open') return
      state = 'retired'
      // Background tasks may take as long as a request.
      setTimeout(() => child.kill(), limits.requestMs).unref()
      settle()
    },
    stop,
    end,
    ended,
  }
}

/**
 * Rewrites a stack to name the function's files as its author does, without the temporary folder
 * that they run in and without the lines of Deno and of the bootstrap.
 */
function withOwnPaths(message: string, { code, bootstrap }: Place): string {
  const own = pathToFileURL(path.dirname(bootstrap)).href
  const isOfRuntime = (line: string) =>
    /^\s+at /.test(line) && (line.includes(own) || /\bext:\w+\//.test(line))
  return message
    .split('\n')
    .filter((line) => !isOfRuntime(line))
    .join('\n')
    .replaceAll(`${pathToFileURL(code).href}/`, '')
    .replaceAll(`${code}/`, '')
}

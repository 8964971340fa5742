import type { AppError } from '../../../lib/errors.ts'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { workerError, workerLimit } from '../errors.ts'
import type { ProcessFolders } from './deno-start.ts'
import type { RuntimeLimits } from './limits.ts'
import type { FunctionLogLine } from './log-line.ts'
import type { FunctionLogs } from './logs.ts'
import type { DenoProcess } from './spawn-deno.ts'
import type { FunctionVersion } from '../versions/version.ts'
import type { Project } from '../../../project/project.ts'
import type { Watch } from './watch.ts'

/** The state of a process, from its start to its end. */
export type WorkerState = {
  readonly project: Project
  readonly version: FunctionVersion
  readonly folders: ProcessFolders
  readonly executionId: string
  readonly limits: RuntimeLimits
  readonly logs: FunctionLogs
  readonly child: DenoProcess
  readonly watch: Watch
  /** The current requests: each is called if the process ends before the request does. */
  readonly flights: Set<(error: AppError) => void>
  phase: 'open' | 'retired' | 'ended'
  /** Why the process ends. */
  reason: AppError | undefined
  /** The number of background tasks. */
  background: number
  releaseProject: (() => void) | undefined
  idleTimer: NodeJS.Timeout | undefined
  taskTimer: NodeJS.Timeout | undefined
  areTasksOverdue: boolean
  isBooted: boolean
}

export type Flight = { done(): void }

/** How long a retired process gets to handle `beforeunload`. */
const FAREWELL_MS = 200

/** Whether it has neither requests nor background tasks. */
export const isIdle = ({ flights, background }: WorkerState): boolean =>
  flights.size === 0 && background === 0

export const hasEnded = ({ phase }: WorkerState): boolean => phase === 'ended'

/** Writes a line to the function's log. */
export function note(
  worker: WorkerState,
  line: Pick<FunctionLogLine, 'kind' | 'level' | 'message'>,
): void {
  const { version, executionId, folders, watch } = worker
  const source = { functionId: version.functionId, version: version.version, executionId }
  worker.logs.add(worker.project, { ...source, isColdStart: isStart(line) }, () => ({
    ...line,
    message: withOwnPaths(line.message, folders),
    ...((line.kind === 'boot' || line.kind === 'shutdown') && { usage: watch.take() }),
  }))
}

/** A failed start is an error. */
const isStart = ({ kind, level }: Pick<FunctionLogLine, 'kind' | 'level'>) =>
  kind === 'boot' && level === 'info'

/** Counts a request until `done`; `fail` is called if the process ends before. */
export function beginRequest(worker: WorkerState, fail: (error: AppError) => void): Flight {
  const { flights, limits } = worker
  clearTimeout(worker.idleTimer)
  const release = worker.watch.begin()
  const done = () => {
    clearTimeout(timer)
    release()
    if (flights.delete(failing)) settle(worker)
  }
  const failing = (error: AppError) => {
    done()
    fail(error)
  }
  const timer = setTimeout(() => {
    const seconds = limits.requestMs / 1000
    const message = `A request was ended: it took longer than ${seconds} seconds.`
    note(worker, { kind: 'shutdown', level: 'error', message })
    // Further work of the handler belongs to no request, so the process accepts no others.
    worker.phase = 'retired'
    failing(workerLimit('time'))
  }, limits.requestMs).unref()
  flights.add(failing)
  return { done }
}

/** Fails the current requests of a process that has ended. */
export function failRequests({ flights, reason }: WorkerState): void {
  for (const fail of flights) fail(reason ?? workerError())
  flights.clear()
}

/** Takes over how many background tasks run. They keep the project awake. */
export function setBackground(worker: WorkerState, count: number): void {
  if (worker.areTasksOverdue) return
  // A task that has begun gets the time of a request.
  if (count > worker.background) restartTaskTimer(worker)
  if (count === 0) clearTimeout(worker.taskTimer)
  worker.background = count
  if (count > 0) worker.releaseProject ??= worker.project.holdAwake()
  else {
    worker.releaseProject?.()
    worker.releaseProject = undefined
  }
  settle(worker)
}

function restartTaskTimer(worker: WorkerState): void {
  const { limits } = worker
  clearTimeout(worker.taskTimer)
  worker.taskTimer = setTimeout(() => {
    const seconds = limits.requestMs / 1000
    const message = `Background tasks were ended: they took longer than ${seconds} seconds.`
    note(worker, { kind: 'shutdown', level: 'error', message })
    // Current requests can finish; then the process ends.
    worker.phase = 'retired'
    setBackground(worker, 0)
    worker.areTasksOverdue = true
  }, limits.requestMs).unref()
}

/** After every change: an idle process is kept for a while, a retired one ends. */
export function settle(worker: WorkerState): void {
  clearTimeout(worker.idleTimer)
  if (!isIdle(worker) || hasEnded(worker)) return
  const waitMs = worker.phase === 'retired' ? 0 : worker.limits.idleMs
  worker.idleTimer = setTimeout(() => sayGoodbye(worker), waitMs).unref()
}

function sayGoodbye(worker: WorkerState): void {
  const { child } = worker
  worker.phase = 'retired'
  child.input.write('retire\n')
  setTimeout(() => child.input.end(), FAREWELL_MS).unref()
  setTimeout(() => child.kill(), 2 * FAREWELL_MS).unref()
}

/** Accepts no further requests, and ends after the current ones. */
export function retire(worker: WorkerState): void {
  const { child, limits } = worker
  if (worker.phase !== 'open') return
  worker.phase = 'retired'
  // Background tasks may take as long as a request.
  setTimeout(() => child.kill(), limits.requestMs).unref()
  settle(worker)
}

/** Ends the process at once, for a reason that its log and its requests get. */
export function kill(worker: WorkerState, error: AppError, message: string): void {
  worker.reason ??= error
  note(worker, { kind: 'shutdown', level: 'error', message })
  worker.child.kill()
}

/**
 * Rewrites a stack to name the function's files as its author does, without the temporary folder
 * that they run in and without the lines of Deno and of the bootstrap.
 */
function withOwnPaths(message: string, { code, bootstrap }: ProcessFolders): string {
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

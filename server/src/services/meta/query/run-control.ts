import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import type { QueriedProject } from '../../../project/project.ts'
import { sql, compile } from '../../../postgres/sql.ts'
import { projectStopping, queryCancelled } from '../errors.ts'
import type { EndReason } from './failures.ts'

/** Ends a run from outside. */
export type RunControl = {
  /** False if the run has ended or is already being ended. */
  end(reason: EndReason): boolean
  reason(): EndReason | undefined
  /** The session that runs the text; undefined before it begins and after its end. */
  pid(): number | undefined
  /** Called before the text is sent; throws if the run has been ended. */
  start(client: Client, pid: number): { end(): void }
}

/** Delay between cancel requests: one may arrive before Postgres has read the text. */
const RETRY_MS = 250

/**
 * After this many attempts, a text that catches its cancellation loses its session, then its
 * socket.
 */
const CANCELS = 12
const TERMINATES = 4

/** Ends a run with a cancel request, or, if that has no effect, by terminating its session. */
export function createRunControl(project: QueriedProject, timeoutMs: number): RunControl {
  let reason: EndReason | undefined
  let state: 'waiting' | 'running' | 'over' = 'waiting'
  let target: { readonly client: Client; readonly pid: number } | undefined
  let timer: NodeJS.Timeout | undefined

  const isOver = () => state === 'over'

  const pursue = async () => {
    for (let attempt = 1; target && !isOver(); attempt += 1) {
      if (attempt > CANCELS + TERMINATES) return target.client.connection.stream.destroy()
      await signal(project, target.pid, { terminate: attempt > CANCELS, isOver }).catch(() => {
        // Without a connection for the request, the next attempt may get one, and the last one
        // needs none.
      })
      await setTimeout(RETRY_MS, undefined, { ref: false })
    }
    return undefined
  }

  const end = (why: EndReason): boolean => {
    if (reason !== undefined || state === 'over') return false
    reason = why
    clearTimeout(timer)
    void pursue()
    return true
  }

  return {
    end,
    reason: () => reason,
    pid: () => (state === 'running' ? target?.pid : undefined),
    start(client, pid) {
      if (reason !== undefined) throw endedBefore(reason)
      state = 'running'
      target = { client, pid }
      timer = globalThis.setTimeout(() => end('timeout'), timeoutMs)
      return {
        end() {
          state = 'over'
          clearTimeout(timer)
        },
      }
    },
  }
}

const endedBefore = (reason: EndReason) =>
  reason === 'stopping' ? projectStopping() : queryCancelled()

type SignalOptions = { readonly terminate: boolean; readonly isOver: () => boolean }

// Uses a separate connection, because the pool may be waiting for locks that the run holds.
async function signal(
  project: QueriedProject,
  pid: number,
  { terminate, isOver }: SignalOptions,
): Promise<void> {
  const client = await project.database.connect('postgres', 'stoa cancel')
  try {
    // The process number may belong to another session as soon as the run has ended.
    if (isOver()) return
    const statement = compile(
      terminate
        ? sql`select pg_terminate_backend(${pid}::int)`
        : sql`select pg_cancel_backend(${pid}::int)`,
    )
    await client.query(statement.text, [...statement.values])
  } finally {
    await client.end().catch(() => {})
  }
}

import type { Caller } from '../../../project/caller.ts'
import { memberId, type Member } from '../../../project/member.ts'
import type { QueriedProject } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { RunResult } from './answer.ts'
import type { RowReceiver } from './execution.ts'
import type { PendingMigration } from './prepare-migration.ts'
import type { RunRights } from './rights.ts'
import { checkSqlText, runText, type QueryRequest } from './run.ts'
import { createRunControl, type RunControl } from './run-control.ts'
import type { TransactionRun } from './transactions/run-in-transaction.ts'
import type { Transactions } from './transactions/transactions.ts'
import type { TypeNames } from './type-names.ts'

type Run = {
  readonly ref: string
  readonly owner: string
  readonly control: RunControl
  readonly ended: Promise<void>
}

/** Maximum concurrent runs of a project; each uses a separate connection. */
const MAX_RUNS = 10

/** The running SQL texts of every project. */
export type Runs = {
  /**
   * Runs SQL text; `signal` ends it when its client has disconnected. 409 `run_id_in_use`, 429
   * `too_many_queries`.
   */
  run(project: QueriedProject, member: Member, options: RunOptions): Promise<RunResult>
  /** Cancels one of the member's own runs; false if there is none. */
  cancel(project: QueriedProject, member: Member, runId: string): boolean
  /** The sessions that run the member's texts, and those of their open transactions. */
  ownPids(project: QueriedProject, member: Member): number[]
  /** Ends all runs of a project; resolves when none is left. */
  stop(project: QueriedProject): Promise<void>
}

export type RunOptions = {
  readonly request: QueryRequest
  readonly signal: AbortSignal
  readonly rights: RunRights
  /** The caller that the text runs as; by default, the role of its rights. */
  readonly caller?: Caller | undefined
  /** Gets the rows while they arrive; the answer then has none. */
  readonly receiver?: RowReceiver | undefined
  /** How the text is recorded, if it is a migration. */
  readonly migration?: PendingMigration | undefined
  /** The transaction that the text runs in, by the id of its query, and that stays open after it. */
  readonly transaction?:
    | ({ readonly id: string } & Pick<TransactionRun, 'impersonation' | 'isOpen' | 'isRevoked'>)
    | undefined
}

type RunsDeps = {
  readonly clock: Clock
  readonly typeNames: TypeNames
  readonly transactions: Transactions
}

/** Creates the register of running SQL texts. */
export function createRuns({ clock, typeNames, transactions }: RunsDeps): Runs {
  const runs = new Map<string, Run>()
  return {
    async run(project, member, { request, signal, transaction, ...how }) {
      checkSqlText(request.sql)
      const key = keyOf(project, request.run_id)
      refuseExcess(runs, project, key)
      const control = createRunControl(project, request.timeout_ms)
      const { promise: ended, resolve: tellEnded } = Promise.withResolvers<void>()
      runs.set(key, { ref: project.ref, owner: memberId(member), control, ended })
      const leave = () => void control.end('disconnected')
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
      try {
        if (!transaction)
          return await runText({ clock, typeNames }, project, { request, control, ...how })
        const { id, ...rest } = transaction
        const key = { ref: project.ref, owner: memberId(member), id }
        const { caller, receiver } = how
        return await transactions.run(project, key, { request, control, caller, receiver, ...rest })
      } finally {
        signal.removeEventListener('abort', leave)
        runs.delete(key)
        tellEnded()
      }
    },
    cancel(project, member, runId) {
      const run = runs.get(keyOf(project, runId))
      return run?.owner === memberId(member) && run.control.end('cancelled')
    },
    ownPids({ ref }, member) {
      const owner = memberId(member)
      const running = [...runs.values()].flatMap((run) =>
        run.ref === ref && run.owner === owner ? (run.control.pid() ?? []) : [],
      )
      return [...new Set([...running, ...transactions.pids(ref, owner)])]
    },
    async stop(project) {
      const own = [...runs.values()].filter((run) => run.ref === project.ref)
      for (const { control } of own) control.end('stopping')
      await Promise.all(own.map(({ ended }) => ended))
    },
  }
}

const keyOf = (project: QueriedProject, runId: string) => `${project.ref} ${runId.toLowerCase()}`

function refuseExcess(runs: ReadonlyMap<string, Run>, { ref }: QueriedProject, key: string): void {
  if (runs.has(key))
    throw new AppError('run_id_in_use', 'A query with this run_id is still running.', {
      status: 409,
      hint: 'Wait until it ends or cancel it, or send another run_id.',
    })
  if ([...runs.values()].filter((run) => run.ref === ref).length < MAX_RUNS) return
  throw new AppError('too_many_queries', `This project already has ${MAX_RUNS} queries running.`, {
    status: 429,
    hint: 'Wait until one finishes, or cancel one.',
    retryAfter: 1,
  })
}

import type { QueryParameter } from '@stoa/contract/services/meta/query'
import type { Concerns } from '../concerns.ts'
import { hasSeveralStatements, parameterNames } from '../query-parameters.ts'
import type { Run, RunRequest } from '../run-store.ts'
import type { SqlCell } from './cells.ts'

/** How a person decides about a cell that could do more than intended. */
export type Decision = 'run' | 'secure' | 'cancel'

/** The reason why a run stopped at a cell. */
export type StopReason =
  | { readonly kind: 'failed' | 'canceled' }
  | { readonly kind: 'no-value'; readonly names: readonly string[] }
  | { readonly kind: 'several-statements' }

export type RunOutcome = {
  /** The cells that ran to their end. */
  readonly completed: number
  readonly total: number
  readonly stop?: { readonly cellId: string; readonly reason: StopReason } | undefined
}

export type RunCellsOptions = {
  cells: readonly SqlCell[]
  parameters: readonly QueryParameter[]
  how: Omit<RunRequest, 'sql' | 'start' | 'parameters'>
  start: (cellId: string, request: RunRequest) => Promise<Run | undefined>
  concernsOf: (sql: string) => Promise<Concerns | undefined>
  decide: (concerns: Concerns) => Promise<Decision>
  secured: (request: RunRequest, concerns: Concerns) => RunRequest
  onCell: (cellId: string, index: number) => void
  isStopped: () => boolean
}

/** Runs cells one after the other, each in a transaction of its own, up to the first that fails. */
export async function runCells(options: RunCellsOptions): Promise<RunOutcome> {
  const cells = options.cells.filter(({ text }) => text.trim() !== '')
  const total = cells.length
  for (const [index, cell] of cells.entries()) {
    options.onCell(cell.id, index)
    const reason = options.isStopped() ? CANCELED : await runCell(cell, options)
    if (reason) return { completed: index, total, stop: { cellId: cell.id, reason } }
  }
  return { completed: total, total }
}

const CANCELED: StopReason = { kind: 'canceled' }

async function runCell(
  { id, text }: SqlCell,
  { parameters, how, ...options }: RunCellsOptions,
): Promise<StopReason | undefined> {
  const names = parameterNames(text)
  if (names.length > 0 && hasSeveralStatements(text)) return { kind: 'several-statements' }
  const given = names.flatMap((name) => parameters.find((each) => each.name === name) ?? [])
  const missing = names.filter((name) => !given.some((each) => each.name === name))
  if (missing.length > 0) return { kind: 'no-value', names: missing }
  let request: RunRequest = { ...how, sql: text, start: { line: 1, column: 1 } }
  if (given.length > 0) request = { ...request, parameters: given }
  const concerns = await options.concernsOf(text)
  if (concerns && concerns.dangers.length + concerns.openTables.length > 0) {
    const decision = await options.decide(concerns)
    if (decision === 'cancel') return CANCELED
    if (decision === 'secure') request = options.secured(request, concerns)
  }
  if (options.isStopped()) return CANCELED
  const run = await options.start(id, request)
  if (run?.state === 'done') return undefined
  const isCanceled = run?.state !== 'failed' || run.failure.code === 'query_cancelled'
  return { kind: isCanceled ? 'canceled' : 'failed' }
}

import type { Owner } from './change-owner.ts'
import type { CopyOptions } from './copy-folder.ts'
import type { MeasureLimits } from './measure-folder.ts'

export type Walk = { readonly folder: string } & (
  | { readonly kind: 'measure'; readonly limits: MeasureLimits }
  | { readonly kind: 'remove' }
  | { readonly kind: 'change-owner'; readonly owner: Owner }
  | { readonly kind: 'copy'; readonly options: CopyOptions }
)
export type WalkTask = { readonly id: number; readonly walk: Walk }
/** Ends a walk before its next step. */
export type WalkCancellation = { readonly id: number; readonly walk: 'canceled' }
/** `failure` is the system's error code. */
export type WalkAnswer = {
  readonly id: number
  readonly failure?: string
  readonly result?: unknown
}

/** One run of the thread. */
export type Runner = {
  send(task: WalkTask | WalkCancellation): void
  /** The walk whose turn it is; undefined between turns. Turns are numbered. */
  turn(): { readonly id: number; readonly number: number } | undefined
  /** Resolves when the thread has ended. A thread inside a system call does not end. */
  end(): Promise<unknown>
}
export type StartRunner = (listeners: {
  readonly answered: (answer: WalkAnswer) => void
  readonly failed: (error: unknown) => void
}) => Runner

/** Where a thread shares the number of its turn, and the id of the walk that has it, or 0. */
export const TURN = 0
export const CURRENT = 1
/** The failure of a canceled walk. */
export const CANCELED = 'ECANCELED'

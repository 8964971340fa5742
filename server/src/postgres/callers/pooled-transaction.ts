import type { EndSignal } from '../../lib/end-signal.ts'
import type { TextResult } from '../session.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { isolating } from './settings.ts'

/** A caller's statements with the settings that come before them. */
export type PooledTransaction = {
  readonly role: string
  readonly settings: CallerStatement
  readonly statements: readonly CallerStatement[]
  readonly isReadOnly: boolean
  /** The statement whose duration is recorded. */
  readonly timed: TimedStatement | undefined
  readonly signal: EndSignal | undefined
  /** Whether the first result is that of the settings, which the caller does not get. */
  readonly startsWithSettings: boolean
}

export type TimedStatement = {
  readonly name: string
  /** The column with the duration. */
  readonly tookAt: number
  readonly mayRunTwice: boolean
}

export type Results = readonly TextResult[]

/** The first statement is the caller's own; the others run after it. */
export function pooledTransaction(
  context: CallerContext,
  settings: CallerStatement,
  statements: readonly [CallerStatement, ...CallerStatement[]],
): PooledTransaction {
  const { role, isReadOnly, signal } = context
  const { name, tookAt, mayRunTwice = false } = statements[0]
  const isTimed = name !== undefined && tookAt !== undefined && statements.length === 1
  // The isolation level must be set before any other statement of the transaction.
  const isolation = context.isolation && isolating(context.isolation)
  return {
    role,
    settings: isolation ?? settings,
    statements: isolation ? [settings, ...statements] : statements,
    isReadOnly,
    timed: isTimed ? { name, tookAt, mayRunTwice: mayRunTwice && isReadOnly } : undefined,
    signal,
    startsWithSettings: isolation !== undefined,
  }
}

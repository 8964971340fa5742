import { sqlstateOf } from '../failures.ts'
import { rawSql, sql } from '../sql.ts'
import type { PlannedStatement } from './engine/messages.ts'
import type { SchemaSource } from './source.ts'

/** A planned statement with what Postgres said when it was tried. */
export type TriedStatement = PlannedStatement & {
  /** Postgres's message if it cannot run; null if it ran, or was not tried. */
  readonly error: string | null
}

/** Ends a trial, whose transaction is then rolled back. */
export class TrialStopped extends Error {
  readonly reason: 'locked' | 'too_long'
  constructor(reason: 'locked' | 'too_long') {
    super(`The trial was stopped: ${reason}`)
    this.name = 'TrialStopped'
    this.reason = reason
  }
}

const LOCK_TIMEOUT = '55P03'
const CANCELED = '57014'
const UNSAFE_NEW_ENUM_VALUE = '55P04'

export type TriedStatements = {
  /** In the order in which they ran; those that cannot run are last. */
  readonly statements: readonly TriedStatement[]
  /** How many could not be tried, because they use an enum value of the same transaction. */
  readonly untried: number
  readonly failed: number
}

/**
 * Runs statements one by one in the current transaction. One that fails is tried again after the
 * others, as long as that lets another one run: the order in which they ran is the order to use.
 * Throws `TrialStopped` if a table is in use, or a statement takes too long.
 */
export async function tryStatements(
  source: SchemaSource,
  planned: readonly PlannedStatement[],
  isOver: () => boolean,
): Promise<TriedStatements> {
  const ran: TriedStatement[] = []
  let left: readonly PlannedStatement[] = planned
  for (;;) {
    const failed: TriedStatement[] = []
    const untried: TriedStatement[] = []
    for (const statement of left) {
      if (isOver()) throw new TrialStopped('too_long')
      const error = await tryOne(source, statement)
      if (error === null) ran.push({ ...statement, error: null })
      else if (error === 'untried') untried.push({ ...statement, error: null })
      else failed.push({ ...statement, error })
    }
    const isDone = failed.length === 0 || failed.length + untried.length === left.length
    if (isDone)
      return {
        statements: [...ran, ...untried, ...failed],
        untried: untried.length,
        failed: failed.length,
      }
    left = [...failed, ...untried]
  }
}

/** Null if it ran, `untried` if only a finished transaction allows it, or else Postgres's message. */
async function tryOne(source: SchemaSource, statement: PlannedStatement): Promise<string | null> {
  await source(sql`savepoint stoa_trial`)
  try {
    await source(rawSql(statement.sql))
    await source(sql`release savepoint stoa_trial`)
    return null
  } catch (error) {
    const state = sqlstateOf(error)
    if (state === undefined) throw error
    if (state === LOCK_TIMEOUT) throw new TrialStopped('locked')
    if (state === CANCELED) throw new TrialStopped('too_long')
    await source(sql`rollback to savepoint stoa_trial`)
    if (state === UNSAFE_NEW_ENUM_VALUE) return 'untried'
    return error instanceof Error ? error.message.slice(0, 1000) : String(error)
  }
}

import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import { toAppError } from '../errors.ts'

export type Probe = {
  /** The error code if this part is at fault; Postgres's own code if left out. */
  readonly code?: string
  readonly column: string
  readonly statement: Sql
}

type Options = {
  readonly probes: readonly Probe[]
  /** The error if every probe succeeds although a value was rejected. */
  readonly otherwise?: (() => AppError) | undefined
}

/** Invalid literals, and operators, casts or orders that a type does not have. */
const isAboutValues = (sqlstate: string): boolean =>
  sqlstate.startsWith('22') || sqlstate.startsWith('42') || sqlstate === '23514'

/**
 * Runs `work`. If Postgres rejects a value, probes the parts one by one to name the column at
 * fault, which Postgres's message does not. Afterwards the transaction can only be used for probes.
 */
export async function explainFailure<T>(
  tx: Session,
  work: () => Promise<T>,
  { probes, otherwise }: Options,
): Promise<T> {
  await tx.run(sql`savepoint work`)
  try {
    return await work()
  } catch (error) {
    const sqlstate = sqlstateOf(error)
    if (sqlstate === undefined || !isAboutValues(sqlstate)) throw error
    for (const probe of probes) {
      await tx.run(sql`rollback to savepoint work`)
      await tx.run(probe.statement).catch((cause: unknown) => {
        throw blame(cause, probe)
      })
    }
    throw otherwise && !sqlstate.startsWith('42') ? otherwise() : error
  }
}

function blame(cause: unknown, { code, column }: Probe): unknown {
  const refusal = toAppError(cause, column)
  if (code === undefined || !(refusal instanceof AppError)) return refusal
  return new AppError(code, `${column}: ${refusal.message}`, {
    status: 400,
    ...(refusal.hint !== undefined && { hint: refusal.hint }),
    details: refusal.details,
    cause,
  })
}

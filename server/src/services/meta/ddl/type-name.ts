import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'

/** The characters of a type name: letters, digits, quoted names, dots, brackets and commas. */
const PLAIN = /^(?:[\s\p{L}\p{N}\p{M}_$(),.[\]]|-(?!-)|"[^"]*")+$/u

/**
 * A type name as SQL. Postgres's own parser must accept the whole text as the name of an existing
 * type (`to_regtype`), and it must contain only a type name's characters. 400 `unknown_type`.
 */
export async function checkTypeName(tx: Session, text: string): Promise<Sql> {
  if (text.includes('\0') || !PLAIN.test(text) || !(await typeExists(tx, text)))
    throw new AppError('unknown_type', `The type ${text} does not exist.`, {
      status: 400,
      hint: /serial$/i.test(text)
        ? 'Use int or bigint with an identity instead.'
        : 'Choose one from the list of types. Put names with capital letters in double quotes.',
    })
  return rawSql(text)
}

async function typeExists(tx: Session, text: string): Promise<boolean> {
  await tx.run(sql`savepoint type_name`)
  try {
    const { found } = await tx.one(
      sql`select to_regtype(${text}::text) is not null as found`,
      z.object({ found: z.boolean() }),
    )
    return found
  } catch (error) {
    // Older servers raise errors for syntax and unknown schemas where newer ones return null.
    if (sqlstateOf(error) === undefined) throw error
    await tx.run(sql`rollback to savepoint type_name`)
    return false
  }
}

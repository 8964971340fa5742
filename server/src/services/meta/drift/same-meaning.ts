import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { parseExpression } from '../ddl/expression.ts'
import type { ComparedObject } from './compare.ts'
import type { Doubt } from './compare-facets.ts'
import { MAX_PLANS } from './limits.ts'

const Explained = z.object({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan: z.unknown() })]) })

/** How a doubt was decided; undefined if Postgres could not plan one of the sides. */
export type Verdict = { readonly doubt: Doubt; readonly isSame: boolean | undefined }

/**
 * Asks Postgres whether the SQL of two sides means the same: both are planned, which prints them in
 * its own words and runs nothing but immutable functions, in a transaction that only reads and with
 * the rights of the project's owner. Objects in one table are planned together first.
 */
export async function decideDoubts(
  tx: Session,
  compared: readonly ComparedObject[],
): Promise<ReadonlyMap<ComparedObject, readonly Verdict[]>> {
  const verdicts = new Map<ComparedObject, Verdict[]>()
  let plans = 0
  for (const objects of Map.groupBy(
    compared.filter(({ comparison }) => comparison.doubts.length > 0),
    placeOf,
  ).values()) {
    const questions = objects.flatMap((object) =>
      object.comparison.doubts.map((doubt) => ({ object, doubt })),
    )
    plans += 2
    const areAllSame =
      plans <= MAX_PLANS && questions.length > 1 ? await isSame(tx, questions) : undefined
    for (const question of questions) {
      const { object, doubt } = question
      plans += areAllSame === true ? 0 : 2
      const verdict =
        areAllSame === true || (plans <= MAX_PLANS ? await isSame(tx, [question]) : undefined)
      verdicts.set(object, [...(verdicts.get(object) ?? []), { doubt, isSame: verdict }])
    }
  }
  return verdicts
}

const placeOf = ({ database: { kind, schema, table, name } }: ComparedObject): string =>
  JSON.stringify([schema, table ?? name, kind === 'trigger' || kind === 'view' ? kind : ''])

type Question = { readonly object: ComparedObject; readonly doubt: Doubt }

async function isSame(tx: Session, questions: readonly Question[]): Promise<boolean | undefined> {
  const before = await planOf(tx, questions, 'before')
  if (before === undefined) return undefined
  const after = await planOf(tx, questions, 'after')
  return after === undefined ? undefined : before === after
}

/** The savepoint also gives back the locks of the tables. Undefined if the SQL has an error. */
async function planOf(
  tx: Session,
  questions: readonly Question[],
  side: 'before' | 'after',
): Promise<string | undefined> {
  await tx.run(sql`savepoint drift`)
  try {
    const statement = statementOf(questions, side)
    const explained = await tx.one(
      sql`explain (verbose, costs off, format json) ${statement}`,
      Explained,
    )
    return JSON.stringify(explained['QUERY PLAN'][0].Plan)
  } catch {
    return undefined
  } finally {
    await tx.run(sql`rollback to savepoint drift`)
  }
}

function statementOf(questions: readonly Question[], side: 'before' | 'after'): Sql {
  const [first] = questions
  if (first === undefined) return sql`select`
  const { kind, schema, table } = first.object.database
  if (kind === 'view') return parseExpression(first.doubt[side].join(''))
  const values = questions.flatMap(({ object, doubt }) =>
    doubt[side].map((text) => typed(object, doubt, text)),
  )
  const from = ident(schema, table ?? '')
  return kind === 'trigger'
    ? sql`select ${joinSql(values)} from only ${from} as "new" cross join only ${from} as "old"`
    : sql`select ${joinSql(values)} from only ${from}`
}

/** A default is converted to the type of its column, as Postgres does when it stores it. */
function typed({ definition: { facets } }: ComparedObject, { property }: Doubt, text: string): Sql {
  const type = facets.get('type')
  const value = parseExpression(text)
  if (property !== 'default' || type === undefined || type === 'unknown') return value
  return sql`cast(${value} as ${rawSql(type.text)})`
}

import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { parseExpression } from '../ddl/expression.ts'
import type { ComparedObject } from './compare.ts'
import type { Doubt } from './compare-facets.ts'
import { MAX_PLANNED } from './limits.ts'
import type { DatabaseObject } from './queries.ts'
import { tableKey } from './reading/state.ts'

const Explained = z.object({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan: z.unknown() })]) })

/** How a doubt was decided; undefined if Postgres could not plan one of the sides. */
export type Verdict = { readonly doubt: Doubt; readonly isSame: boolean | undefined }

/**
 * Asks Postgres whether the SQL of two sides means the same: both are planned, which prints them in
 * its own words and runs nothing but immutable functions, in a transaction that only reads and with
 * the rights of the project's owner. Objects in one table are planned together first, and the same
 * questions about tables with the same columns once.
 */
export async function decideDoubts(
  tx: Session,
  compared: readonly ComparedObject[],
  database: readonly DatabaseObject[],
): Promise<ReadonlyMap<ComparedObject, readonly Verdict[]>> {
  const doubtful = compared.filter(({ comparison }) => comparison.doubts.length > 0)
  const columns = columnsOf(database, new Set(doubtful.map(tableOf)))
  const verdicts = new Map<ComparedObject, Verdict[]>()
  const known = new Map<string, readonly (boolean | undefined)[]>()
  for (const objects of Map.groupBy(doubtful, placeOf).values()) {
    const questions = objects.flatMap((object) =>
      object.comparison.doubts.map((doubt) => ({ object, doubt })),
    )
    const [first] = objects
    const key = JSON.stringify([
      first && (columns.get(tableOf(first)) ?? placeOf(first)),
      questions.map(({ object, doubt }) => [object.database.kind, typeOf(object), doubt]),
    ])
    const answers = known.get(key) ?? (await answer(tx, questions, known.size < MAX_PLANNED))
    known.set(key, answers)
    for (const [at, { object, doubt }] of questions.entries())
      verdicts.set(object, [...(verdicts.get(object) ?? []), { doubt, isSame: answers[at] }])
  }
  return verdicts
}

/** Undefined for each question if there were too many before. */
async function answer(
  tx: Session,
  questions: readonly Question[],
  mayPlan: boolean,
): Promise<readonly (boolean | undefined)[]> {
  if (!mayPlan) return questions.map(() => undefined)
  if (questions.length > 1 && (await isSame(tx, questions)) === true)
    return questions.map(() => true)
  const answers: (boolean | undefined)[] = []
  for (const question of questions) answers.push(await isSame(tx, [question]))
  return answers
}

const tableOf = ({ database: { schema, table, name } }: ComparedObject): string =>
  tableKey(schema, table ?? name)

const typeOf = ({ definition: { facets } }: ComparedObject) => facets.get('type') ?? null

/** The names and definitions of the columns of tables, as one text each. */
function columnsOf(
  database: readonly DatabaseObject[],
  tables: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { kind, schema, table, name, definition } of database) {
    if (kind !== 'column' || table === null) continue
    const key = tableKey(schema, table)
    if (tables.has(key))
      found.set(key, `${found.get(key) ?? ''}${JSON.stringify([name, definition])}`)
  }
  return found
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

import type { CallerStatement } from '../../../postgres/database.ts'
import { compile, ident, joinSql, literal, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { Filter } from './filters.ts'
import type { Relation } from './pgoutput.ts'
import type { TableFacts } from './table-facts.ts'

const SEARCH_PATH = 'public, extensions'

/**
 * Runs a statement with one column of numbers as a caller. If Postgres refuses it, there are no
 * numbers. Undefined if another attempt could have another result.
 */
async function numbersAs(
  { database }: Project,
  { role, claims, claimsJson }: Caller,
  statement: Sql,
): Promise<ReadonlySet<number> | undefined> {
  const sub: unknown = claims['sub']
  const settings = {
    'request.jwt.claims': claimsJson,
    'request.jwt.claim.sub': typeof sub === 'string' ? sub : '',
    'request.jwt.claim.role': role,
    search_path: SEARCH_PATH,
  }
  const compiled: CallerStatement = compile(statement)
  try {
    const [result] = await database.asCaller({ role, settings, isReadOnly: true }, compiled)
    return new Set((result?.rows ?? []).map(([number]) => Number(number)))
  } catch (error) {
    if (!isDatabaseFailure(error) || RETRIED.test(error.code)) throw error
    return UNDECIDED.test(error.code) ? undefined : new Set()
  }
}

/**
 * Lost connections, lack of resources, and a Postgres that is stopping: the changes are read again.
 */
const RETRIED = /^(08|53|57P)/
/** Time-outs, deadlocks and locks. */
const UNDECIDED = /^(40|55P|57014)/

/**
 * The indexes of the keys whose rows the caller can see now, by the table's policies. A key has the
 * values of `facts.key`, in that order.
 */
export function visibleRows(
  project: Project,
  caller: Caller,
  given: {
    readonly relation: Relation
    readonly facts: TableFacts
    readonly keys: readonly (readonly string[])[]
  },
): Promise<ReadonlySet<number> | undefined> {
  const { relation, facts, keys } = given
  const types = facts.key.map(
    (name) => facts.columns.find((column) => column.name === name)?.sql_type ?? 'text',
  )
  const lists = facts.key.map(
    (_, at) => sql`${keys.map((key) => key[at] ?? '')}::pg_catalog.text[]`,
  )
  const names = facts.key.map((_, at) => ident(`k${at}`))
  const conditions = facts.key.map(
    // The type's name comes from the catalog, quoted if necessary.
    (name, at) => sql`t.${ident(name)} = k.${ident(`k${at}`)}::${rawSql(types[at] ?? 'text')}`,
  )
  return numbersAs(
    project,
    caller,
    sql`
      select k.n::pg_catalog.text
      from pg_catalog.unnest(${joinSql(lists)}) with ordinality as k (${joinSql(names)}, n)
      where exists (
        select from ${ident(relation.schema, relation.table)} as t
        where ${joinSql(conditions, ' and ')}
      )`,
  ).then(fromZero)
}

const PATTERN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['like', '~~'],
  ['ilike', '~~*'],
  ['match', '~'],
  ['imatch', '~*'],
])

/**
 * The indexes of the texts that match a filter with a pattern. Postgres limits the time it takes.
 */
export function matchingTexts(
  project: Project,
  caller: Caller,
  { filter, texts }: { readonly filter: Filter; readonly texts: readonly string[] },
): Promise<ReadonlySet<number> | undefined> {
  const operator = rawSql(`operator(pg_catalog.${PATTERN_OPERATORS.get(filter.operator) ?? '='})`)
  return numbersAs(
    project,
    caller,
    sql`
      select v.n::pg_catalog.text
      from pg_catalog.unnest(${[...texts]}::pg_catalog.text[]) with ordinality as v (value, n)
      where (v.value ${operator} ${filter.values[0] ?? ''}) = ${literal(filter.isNegated ? 'false' : 'true')}`,
  ).then(fromZero)
}

const fromZero = (numbers: ReadonlySet<number> | undefined) =>
  numbers && new Set([...numbers].map((n) => n - 1))

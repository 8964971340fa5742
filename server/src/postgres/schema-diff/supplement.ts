import { ident, literal, rawSql, sql, statementText, type Sql } from '../sql.ts'
import type { CatalogDifference } from './catalog/compare-catalogs.ts'
import type { CatalogObject } from './catalog/describe-catalog.ts'
import type { PlannedStatement } from './engine/messages.ts'

type Lock = PlannedStatement['lock']

/**
 * Statements for what the engine does not know: storage, compression, statistics targets and options
 * of columns, the index that a table is clustered on, names of constraints, and statistics objects.
 */
export function supplement(differences: readonly CatalogDifference[]): PlannedStatement[] {
  return [
    ...renamedConstraints(differences),
    ...differences.flatMap((difference) => {
      const { before, after } = difference
      const kind = (after ?? before)?.kind
      if (kind === 'statistics') return statisticsStatements(difference)
      if (difference.mark !== 'changed' || !after) return []
      if (kind === 'column') return columnStatements(after, new Set(difference.properties))
      if (kind === 'index') return indexStatements(after, new Set(difference.properties))
      return []
    }),
  ]
}

function columnStatements(
  column: CatalogObject,
  differing: ReadonlySet<string>,
): PlannedStatement[] {
  const { storage, compression, statistics } = column.properties
  const alter = (change: Sql, lock: Lock) =>
    statement(
      column,
      sql`alter table ${tableOf(column)} alter column ${ident(column.name)} ${change}`,
      lock,
    )
  const statements: PlannedStatement[] = []
  const form = STORAGE.get(storage)
  if (differing.has('storage') && form !== undefined)
    statements.push(alter(sql`set storage ${form}`, 'access_exclusive'))
  if (differing.has('compression')) {
    const method = COMPRESSION.get(compression) ?? sql`default`
    statements.push(alter(sql`set compression ${method}`, 'access_exclusive'))
  }
  if (differing.has('statistics')) {
    const target = typeof statistics === 'number' ? String(statistics) : '-1'
    statements.push(alter(sql`set statistics ${rawSql(target)}`, 'share_update_exclusive'))
  }
  return statements
}

/** The letters of the catalog. */
const STORAGE: ReadonlyMap<unknown, Sql> = new Map([
  ['p', sql`plain`],
  ['e', sql`external`],
  ['m', sql`main`],
  ['x', sql`extended`],
])
const COMPRESSION: ReadonlyMap<unknown, Sql> = new Map([
  ['p', sql`pglz`],
  ['l', sql`lz4`],
])

function indexStatements(index: CatalogObject, differing: ReadonlySet<string>): PlannedStatement[] {
  if (!differing.has('clustered')) return []
  const table = tableOf(index)
  return [
    statement(
      index,
      index.properties['clustered'] === true
        ? sql`alter table ${table} cluster on ${ident(index.name)}`
        : sql`alter table ${table} set without cluster`,
      'share_update_exclusive',
    ),
  ]
}

/** A constraint of the same table and definition under another name. */
function renamedConstraints(differences: readonly CatalogDifference[]): PlannedStatement[] {
  const added = differences.flatMap(({ after, mark }) =>
    after?.kind === 'constraint' && mark === 'added' ? [after] : [],
  )
  return differences.flatMap(({ before, mark }) => {
    if (mark !== 'removed' || before?.kind !== 'constraint') return []
    const same = added.findIndex(
      ({ schema, parent, properties }) =>
        schema === before.schema &&
        parent === before.parent &&
        properties['definition'] === before.properties['definition'],
    )
    const [renamed] = same < 0 ? [] : added.splice(same, 1)
    if (!renamed) return []
    const rename = sql`rename constraint ${ident(before.name)} to ${ident(renamed.name)}`
    return [statement(renamed, sql`alter table ${tableOf(renamed)} ${rename}`, 'access_exclusive')]
  })
}

function statisticsStatements({ before, after }: CatalogDifference): PlannedStatement[] {
  const statements: PlannedStatement[] = []
  const hasMoved = before?.properties['definition'] !== after?.properties['definition']
  if (before && hasMoved)
    statements.push(
      statement(before, sql`drop statistics ${ident(before.schema ?? '', before.name)}`, 'none'),
    )
  if (!after) return statements
  const name = ident(after.schema ?? '', after.name)
  const { definition, target, comment } = after.properties
  if (hasMoved && typeof definition === 'string')
    statements.push(statement(after, rawSql(definition), 'share_update_exclusive'))
  if (typeof target === 'number' || (before && !hasMoved && before.properties['target'] !== target))
    statements.push(
      statement(
        after,
        sql`alter statistics ${name} set statistics ${rawSql(typeof target === 'number' ? String(target) : '-1')}`,
        'share_update_exclusive',
      ),
    )
  if (typeof comment === 'string' || typeof before?.properties['comment'] === 'string')
    statements.push(
      statement(
        after,
        sql`comment on statistics ${name} is ${typeof comment === 'string' ? literal(comment) : sql`null`}`,
        'none',
      ),
    )
  return statements
}

const tableOf = ({ schema, parent }: CatalogObject): Sql => ident(schema ?? '', parent ?? '')

const statement = (
  { kind, schema, parent, name }: CatalogObject,
  text: Sql,
  lock: Lock,
): PlannedStatement => ({
  sql: statementText(text),
  verb: 'alter',
  object: { kind, schema, parent, name },
  is_destructive: false,
  lock,
  rewrites: false,
  commits_first: false,
})

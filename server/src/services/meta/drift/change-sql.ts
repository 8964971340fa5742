import type { DriftProperty, PropertyDifference } from '@stoa/contract/services/meta/drift'
import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { textOf } from '../history/undo.ts'
import type { ComparedObject } from './compare.ts'
import type { Facets } from './definitions/facets.ts'
import { completeSequence } from './definitions/sequence-definition.ts'
import { enumValues } from './definitions/type-definition.ts'
import { removalSql } from './removal-sql.ts'

type ChangeSql = { readonly record: string | null; readonly undo: string | null }

/** The SQL that turns the definition of the history into that of the database, and the reverse. */
export function changeSql(
  object: ComparedObject,
  differences: readonly PropertyDifference[],
): ChangeSql {
  const { history, database } = object
  const { kind, definition } = database
  const undone = differences.map(({ property, before, after }) => ({
    property,
    before: after,
    after: before,
  }))
  switch (kind) {
    case 'column':
      return both(columnSql(object, differences), columnSql(object, undone))
    case 'table':
      return both(tableSql(object, differences), tableSql(object, undone))
    case 'sequence':
      return both(
        sequenceSql(object, object.definition.facets),
        sequenceSql(object, history.facets),
      )
    case 'type':
      return { record: addedValues(object), undo: null }
    case 'constraint':
      return {
        record: constraintSql(object, definition),
        undo: constraintSql(object, history.constraint?.text ?? null),
      }
    case 'view':
    case 'function': {
      const isReplaceable = !differences.some(({ property }) => property === 'returns')
      const isMaterialized = definition?.startsWith('create materialized') ?? false
      const drops = !isReplaceable || isMaterialized
      return {
        record: drops ? replacedBy(object, definition) : definition,
        undo: drops ? replacedBy(object, history.source) : orReplace(history.source),
      }
    }
    default:
      return {
        record: replacedBy(object, definition),
        undo: replacedBy(object, history.source),
      }
  }
}

const both = (record: Sql | null, undo: Sql | null): ChangeSql => ({
  record: record && textOf(record),
  undo: undo && textOf(undo),
})

const CREATES = /^create\s+(?!or\b)/i

const orReplace = (source: string | null): string | null =>
  source && source.replace(CREATES, 'create or replace ')

const replacedBy = ({ database }: ComparedObject, creation: string | null): string | null =>
  creation && `${textOf(removalSql(database))};\n\n${creation}`

function constraintSql({ database }: ComparedObject, text: string | null): string | null {
  if (text === null) return null
  const { schema, table, name } = database
  const constraint = ident(name)
  return textOf(
    sql`alter table ${ident(schema, table ?? '')} drop constraint ${constraint}, add constraint ${constraint} ${rawSql(text)}`,
  )
}

function tableSql({ database }: ComparedObject, differences: readonly PropertyDifference[]): Sql {
  const actions = differences.map(({ property, after }) => {
    if (property === 'rls')
      return after === null ? sql`disable row level security` : sql`enable row level security`
    return after === null ? sql`no force row level security` : sql`force row level security`
  })
  return sql`alter table ${ident(database.schema, database.name)} ${joinSql(actions)}`
}

/** Null if one of the changes cannot be made to a column that exists. */
function columnSql(
  { database }: ComparedObject,
  differences: readonly PropertyDifference[],
): Sql | null {
  const { schema, table, name } = database
  const column = sql`alter column ${ident(name)}`
  const actions = differences.map((difference) => columnAction(difference))
  if (actions.some((action) => action === null)) return null
  return sql`alter table ${ident(schema, table ?? '')} ${joinSql(
    actions.map((action) => sql`${column} ${action ?? emptySql}`),
  )}`
}

function columnAction({ property, before, after }: PropertyDifference): Sql | null {
  switch (property) {
    case 'type':
      return after === null ? null : sql`type ${rawSql(after)}`
    case 'default':
      return after === null ? sql`drop default` : sql`set default ${rawSql(after)}`
    case 'not_null':
      return after === null ? sql`drop not null` : sql`set not null`
    case 'identity':
      if (after === null) return sql`drop identity`
      return before === null
        ? sql`add generated ${rawSql(after)} as identity`
        : sql`set generated ${rawSql(after)}`
    default:
      return null
  }
}

const SEQUENCE_WORDS: readonly (readonly [DriftProperty, string])[] = [
  ['type', 'as'],
  ['increment', 'increment by'],
  ['minimum', 'minvalue'],
  ['maximum', 'maxvalue'],
  ['start', 'start with'],
]

function sequenceSql({ database }: ComparedObject, facets: Facets): Sql {
  const complete = completeSequence(facets)
  const options = SEQUENCE_WORDS.flatMap(([property, words]) => {
    const facet = complete.get(property)
    return facet === undefined || facet === 'unknown'
      ? []
      : [sql`${rawSql(words)} ${rawSql(facet.text)}`]
  })
  const cycle = complete.has('cycle') ? sql`cycle` : sql`no cycle`
  return sql`alter sequence ${ident(database.schema, database.name)} ${joinSql([...options, cycle], ' ')}`
}

/** Null if values were deleted, renamed or put into another order, which SQL alone does not tell. */
function addedValues({ history, database, definition }: ComparedObject): string | null {
  const before = enumValues(history.facets) ?? []
  const after = enumValues(definition.facets) ?? []
  const added = after.filter((value) => !before.includes(value))
  const kept = after.filter((value) => before.includes(value))
  if (added.length === 0 || kept.join('\n') !== before.join('\n')) return null
  const type = ident(database.schema, database.name)
  const statements = added.map((value) => {
    const earlier = after[after.indexOf(value) - 1]
    return sql`alter type ${type} add value ${rawSql(value)}${valuePlace(earlier, kept[0])}`
  })
  return statements.map(textOf).join(';\n')
}

function valuePlace(earlier: string | undefined, first: string | undefined): Sql {
  if (earlier !== undefined) return sql` after ${rawSql(earlier)}`
  return first === undefined ? emptySql : sql` before ${rawSql(first)}`
}

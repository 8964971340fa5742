import type { DatabaseObject } from './queries.ts'
import { normalExpression } from './normal-expression.ts'
import { readDefinition, type Definition } from './read-definition.ts'
import { keyOf, tableKey, type HistoryObject } from './reading/state.ts'

/**
 * Gives the constraints that the SQL does not name the names in the database: those of the same
 * columns or expression in their table, or else the only one of their kind.
 */
export function pairConstraints(
  objects: ReadonlyMap<string, HistoryObject>,
  database: readonly DatabaseObject[],
): ReadonlyMap<string, HistoryObject> {
  const existing = new Set(database.map(keyOf))
  const unnamed = [...objects].filter(
    ([key, { constraint }]) => constraint && constraint.name === undefined && !existing.has(key),
  )
  if (unnamed.length === 0) return objects
  const candidates = unpaired(objects, database, new Set(unnamed.map(([, each]) => tableOf(each))))
  const paired = new Map(objects)
  for (const [key, object] of unnamed) {
    const inTable = candidates.get(tableOf(object)) ?? []
    const found = inTable.find((each) => isSame(object, each)) ?? onlyOne(object, inTable)
    if (found === undefined) continue
    candidates.set(
      tableOf(object),
      inTable.filter((each) => each !== found),
    )
    paired.delete(key)
    const named = { ...object, name: found.object.name }
    paired.set(keyOf(named), named)
  }
  return paired
}

type Candidate = { readonly object: DatabaseObject; readonly definition: Definition }

const tableOf = ({ schema, table }: { schema: string; table: string | null }) =>
  tableKey(schema, table ?? '')

/** The constraints of these tables that the history does not name. */
function unpaired(
  objects: ReadonlyMap<string, HistoryObject>,
  database: readonly DatabaseObject[],
  tables: ReadonlySet<string>,
): Map<string, Candidate[]> {
  const byTable = new Map<string, Candidate[]>()
  for (const object of database) {
    if (object.kind !== 'constraint' || object.definition === null) continue
    const table = tableOf(object)
    if (!tables.has(table) || objects.has(keyOf(object))) continue
    const definition = readDefinition('constraint', object.definition)
    if (definition === undefined) continue
    const list = byTable.get(table) ?? []
    byTable.set(table, list)
    list.push({ object, definition })
  }
  return byTable
}

function isSame({ constraint, facets }: HistoryObject, { definition }: Candidate): boolean {
  if (constraint?.type !== definition.constraint?.type) return false
  if (constraint?.type !== 'check') {
    const columns = (each: HistoryObject['constraint']) => JSON.stringify(each?.columns)
    return columns(constraint) === columns(definition.constraint)
  }
  const expressionOf = (each: Definition['facets']) => {
    const facet = each.get('expression')
    return facet === undefined || facet === 'unknown' ? undefined : normalExpression(facet.text)
  }
  return expressionOf(facets) === expressionOf(definition.facets)
}

function onlyOne({ constraint }: HistoryObject, candidates: readonly Candidate[]) {
  const alike = candidates.filter(
    ({ definition }) => definition.constraint?.type === constraint?.type,
  )
  return alike.length === 1 ? alike[0] : undefined
}

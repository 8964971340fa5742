import { readColumns, type Catalogue } from './catalogue.ts'

type Origin = { readonly column: string; readonly oid: string; readonly number: number }

export type ShownTable = {
  /** The view. */
  readonly oid: string
  /** The view's names for one of the table's columns, which it may show more than once. */
  namesOf(column: string): readonly string[]
}

export type ViewColumns = {
  /** The views that show columns of a table unchanged. */
  showing(tableOid: string): readonly ShownTable[]
  /** The complete primary keys that a view shows, concatenated if it joins tables. */
  primaryKey(viewOid: string): readonly string[]
}

/**
 * The origin of views' columns, read from their rewrite rules: Postgres records for every output
 * column the table and column it is taken from unchanged. Views over views are followed.
 */
export function viewColumns(catalogue: Catalogue): ViewColumns {
  const relations = new Map(
    [...catalogue.relations, ...catalogue.hidden].map((relation) => [relation.oid, relation]),
  )
  const numbered = new Map<string, ReadonlyMap<number, string>>()
  const origins = new Map<string, readonly Origin[]>()
  for (const { oid, action } of catalogue.viewRules) origins.set(oid, originsOf(action))

  const shown = new Map<string, ShownTable[]>()
  const keys = new Map<string, readonly string[]>()
  for (const { oid } of catalogue.viewRules) {
    const whole: string[] = []
    const byTable = Map.groupBy(
      (origins.get(oid) ?? []).map((origin) => ({ column: origin.column, ...resolve(origin, 0) })),
      (entry) => entry.oid,
    )
    for (const [table, entries] of byTable) {
      const names = new Map<string, string[]>()
      for (const { column, source } of entries) {
        if (source === undefined) continue
        const known = names.get(source)
        if (known) known.push(column)
        else names.set(source, [column])
      }
      const list = shown.get(table) ?? []
      list.push({ oid, namesOf: (column) => names.get(column) ?? [] })
      shown.set(table, list)
      const key = relations.get(table)?.keys.find(({ isPrimary }) => isPrimary)?.columns ?? []
      const visible = key.flatMap((column) => names.get(column)?.[0] ?? [])
      if (visible.length === key.length) whole.push(...visible)
    }
    keys.set(oid, whole)
  }
  return {
    showing: (oid) => shown.get(oid) ?? [],
    primaryKey: (oid) => keys.get(oid) ?? [],
  }

  /** The names of a relation's columns by number; only computed for relations that views show. */
  function columnNames(oid: string): ReadonlyMap<number, string> {
    const known = numbered.get(oid)
    if (known) return known
    const columns = relations.get(oid)?.columns ?? []
    const read = typeof columns === 'string' ? readColumns(columns) : columns
    const found = new Map(read.map(({ number, name }) => [number, name]))
    numbered.set(oid, found)
    return found
  }

  function resolve(origin: Origin, depth: number): { oid: string; source: string | undefined } {
    const source = columnNames(origin.oid).get(origin.number)
    const below = origins.get(origin.oid)?.find(({ column }) => column === source)
    // Views cannot contain themselves; the limit guards against an inconsistent catalogue.
    if (below && depth < 32) return resolve(below, depth + 1)
    return { oid: origin.oid, source }
  }
}

const ENTRY =
  /:resno (\d+) :resname (\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)/g

/** The output columns of a rule's outermost query. `ev_action` is Postgres's text of a node tree. */
function originsOf(action: string): readonly Origin[] {
  const list = outermostTargets(action)
  const found: Origin[] = []
  for (const [, , name = '', oid = '0', number = '0', isJunk] of list.matchAll(ENTRY))
    if (oid !== '0' && isJunk === 'false')
      found.push({ column: name.replaceAll(/\\(.)/g, '$1'), oid, number: Number(number) })
  return found
}

/** Keeps the direct entries of the outermost query's target list and skips subqueries. */
function outermostTargets(action: string): string {
  const start = outermostField(action, ':targetList ')
  if (start < 0) return ''
  let depth = 0
  let kept = ''
  for (let at = start; at < action.length; at += 1) {
    const character = action[at]
    if (character === '\\') at += 1
    else if (character === '(' || character === '{') depth += 1
    else if (character === ')' || character === '}') depth -= 1
    // The list is one level and an entry the second; expressions inside an entry are deeper.
    if (depth === 2) kept += character === '\\' ? `\\${action[at] ?? ''}` : character
    if (depth === 0 && at > start) break
  }
  return kept
}

function outermostField(action: string, field: string): number {
  let depth = 0
  for (let at = 0; at < action.length; at += 1) {
    const character = action[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (depth === 1 && character === ':' && action.startsWith(field, at))
      return at + field.length
  }
  return -1
}

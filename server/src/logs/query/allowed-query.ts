import { LOG_SOURCES } from '@stoa/contract/catalog/log-sources'

/** A reason to refuse a query, for the person who wrote it. */
export class RefusedQuery extends Error {
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.name = 'RefusedQuery'
    this.position = position
  }
}

type SyntaxNode = { readonly [name: string]: unknown }

const SOURCE_NAMES: ReadonlySet<string> = new Set(LOG_SOURCES.map(({ reference }) => reference))
/** They compute rows from their arguments; every other one reads files, settings or the catalog. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['unnest', 'range', 'generate_series'])
/** They read or change the state of the query engine. */
const CLOSED_FUNCTION =
  /^(?:current_setting|set_config|getvariable|getenv|write_log|nextval|currval|currentval|txid_current|current_query|query|query_table|which_secret|pg_.*|duckdb_.*|pragma_.*|sleep.*)$/
/** A name of a common table expression that no table of the engine's catalog and no file has. */
const PLAIN_NAME = /^(?!(?:sqlite|pragma|duckdb|pg)_)\w+$/i

/**
 * Throws unless a parsed query reads nothing but sources. This is one of several fences: the query
 * engine has no access to other files, and its process has no network.
 *
 * @param syntax the query as `json_serialize_sql` describes it
 */
export function requireSourcesOnly(syntax: unknown): void {
  const names = new Set<string>()
  const nodes = [...nodesOf(syntax)]
  for (const node of nodes) for (const name of definedNames(node)) names.add(name)
  for (const node of nodes) requireAllowed(node, names)
}

/** All nodes, without recursion: a query can be nested more deeply than the stack. */
function* nodesOf(root: unknown): Iterable<SyntaxNode> {
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const isNode = !Array.isArray(next)
    if (isNode) yield next as SyntaxNode
    for (const value of Object.values(next)) waiting.push(value)
  }
}

function definedNames(node: SyntaxNode): readonly string[] {
  const map = (node['cte_map'] as { map?: { key: string }[] } | undefined)?.map ?? []
  return map.map(({ key }) => {
    if (PLAIN_NAME.test(key)) return key.toLowerCase()
    throw new RefusedQuery(`A query cannot be named ${key}.`, positionOf(node))
  })
}

function requireAllowed(node: SyntaxNode, names: ReadonlySet<string>): void {
  const { type } = node
  if (type === 'BASE_TABLE') requireTable(node, names)
  if (type === 'SHOW_REF')
    throw new RefusedQuery('Only select statements can run over the logs.', positionOf(node))
  if (type === 'TABLE_FUNCTION') {
    const name = nameOf((node['function'] as SyntaxNode | undefined)?.['function_name'])
    if (!TABLE_FUNCTIONS.has(name))
      throw new RefusedQuery(`The function ${name} cannot be used as a table.`, positionOf(node))
  }
  if (node['class'] === 'FUNCTION') {
    const name = nameOf(node['function_name'])
    if (CLOSED_FUNCTION.test(name))
      throw new RefusedQuery(`The function ${name} is not available.`, positionOf(node))
  }
}

function requireTable(node: SyntaxNode, names: ReadonlySet<string>): void {
  const name = nameOf(node['table_name'])
  const isQualified = Boolean(node['schema_name']) || Boolean(node['catalog_name'])
  if (!isQualified && (SOURCE_NAMES.has(name) || names.has(name))) return
  throw new RefusedQuery(
    `${isQualified ? 'A table of another schema' : `The table ${name}`} is not a log source.`,
    positionOf(node),
  )
}

const nameOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')

function positionOf(node: SyntaxNode): number | undefined {
  const location = node['query_location']
  return typeof location === 'number' && Number.isSafeInteger(location) ? location : undefined
}

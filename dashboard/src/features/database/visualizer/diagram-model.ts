import type {
  DiagramColumn,
  DiagramRelation,
  DiagramTable,
} from '@stoa/contract/services/meta/diagram'

export const HEADER_HEIGHT = 34
export const ROW_HEIGHT = 24
const PADDING = 6
const NARROWEST = 200
const WIDEST = 320
/** The advance of a character of the code font at 12 px. */
const CHARACTER_WIDTH = 7.2
/** Icons, gaps and padding of a row. */
const ROW_EXTRAS = 58
const MOST_ROWS = 24

/** A table in the picture. One of another schema, which foreign keys refer to, has no details. */
export type DiagramNode = {
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly table: DiagramTable | undefined
  readonly rows: readonly DiagramRow[]
  /** Columns without a row of their own. */
  readonly hiddenCount: number
  readonly width: number
  readonly height: number
}

export type DiagramRow = DiagramColumn & { readonly isForeignKey: boolean }

export type DiagramEdge = {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly relation: DiagramRelation
}

export type DiagramModel = {
  readonly schema: string
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

export type Diagram = {
  readonly tables: readonly DiagramTable[]
  readonly relations: readonly DiagramRelation[]
}

const nodeId = (oid: number): string => `table-${oid}`

/** The nodes and edges of a schema's picture, with the size of each node. */
export function toModel({ tables, relations }: Diagram, schema: string): DiagramModel {
  const referring = Map.groupBy(relations, ({ table_id: id }) => id)
  const inside = new Set(tables.map(({ id }) => id))
  const outside = Map.groupBy(
    relations.filter(({ target_id: id }) => !inside.has(id)),
    ({ target_id: id }) => id,
  )
  return {
    schema,
    nodes: [
      ...tables.map((table) => nodeOf(table, schema, referring.get(table.id) ?? [])),
      ...[...outside].map(([id, incoming]) => outsideNode(id, incoming)),
    ],
    edges: relations.map((relation) => ({
      id: `key-${relation.id}`,
      source: nodeId(relation.table_id),
      target: nodeId(relation.target_id),
      relation,
    })),
  }
}

function nodeOf(
  table: DiagramTable,
  schema: string,
  outgoing: readonly DiagramRelation[],
): DiagramNode {
  const foreign = new Set(outgoing.flatMap(({ columns }) => columns))
  const rows = table.columns.map((column) => ({
    ...column,
    isForeignKey: foreign.has(column.name),
  }))
  const shown = shownRows(rows)
  return sized({
    id: nodeId(table.id),
    schema,
    name: table.name,
    table,
    rows: shown,
    hiddenCount: table.column_count - shown.length,
  })
}

/** The first columns of a table. Key columns always have a row, because lines start from them. */
function shownRows(rows: readonly DiagramRow[]): readonly DiagramRow[] {
  if (rows.length <= MOST_ROWS) return rows
  const isKey = (row: DiagramRow) => row.is_primary_key || row.isForeignKey
  let others = Math.max(0, MOST_ROWS - rows.filter(isKey).length)
  return rows.filter((row) => isKey(row) || others-- > 0)
}

/** A table of another schema, with the columns that keys refer to. */
function outsideNode(id: number, incoming: readonly DiagramRelation[]): DiagramNode {
  const [first] = incoming
  const names = [...new Set(incoming.flatMap(({ target_columns: columns }) => columns))]
  return sized({
    id: nodeId(id),
    schema: first?.target_schema ?? '',
    name: first?.target_table ?? '',
    table: undefined,
    rows: names.map((name) => ({
      name,
      type: '',
      is_nullable: false,
      is_primary_key: false,
      is_unique: false,
      is_identity: false,
      isForeignKey: false,
    })),
    hiddenCount: 0,
  })
}

function sized(node: Omit<DiagramNode, 'width' | 'height'>): DiagramNode {
  const longest = Math.max(
    titleOf(node).length,
    ...node.rows.map(({ name, type }) => name.length + type.length + 1),
  )
  const width = Math.ceil(longest * CHARACTER_WIDTH + ROW_EXTRAS)
  const count = node.rows.length + (node.hiddenCount > 0 ? 1 : 0)
  return {
    ...node,
    width: Math.min(WIDEST, Math.max(NARROWEST, width)),
    height: HEADER_HEIGHT + count * ROW_HEIGHT + PADDING,
  }
}

/** The name of a table, with its schema if that is another one. */
export const titleOf = ({ schema, name, table }: Omit<DiagramNode, 'width' | 'height'>): string =>
  table === undefined ? `${schema}.${name}` : name

/** The middle of a column's row below the top of its node; of the header if it has no row. */
export function rowCenter({ rows }: DiagramNode, column: string | undefined): number {
  const index = rows.findIndex(({ name }) => name === column)
  return index < 0 ? HEADER_HEIGHT / 2 : HEADER_HEIGHT + (index + 0.5) * ROW_HEIGHT
}

export type Point = { readonly x: number; readonly y: number }
export type Positions = ReadonlyMap<string, Point>

/** The sides of two nodes between which a line between them is the shortest. */
export function sidesOf(
  source: DiagramNode & Point,
  target: DiagramNode & Point,
): { readonly from: Side; readonly to: Side } {
  if (source.x + source.width <= target.x) return { from: 'right', to: 'left' }
  if (target.x + target.width <= source.x) return { from: 'left', to: 'right' }
  return { from: 'right', to: 'right' }
}
export type Side = 'left' | 'right'

/** A line for each pair of columns, so that a composite key shows all of them. */
export const linesOf = ({ columns, target_columns: targets }: DiagramRelation) =>
  columns.map((column, place) => ({ column, targetColumn: targets[place] }))

/** A foreign key in words. */
export const relationText = ({ columns, target_columns: targets, ...key }: DiagramRelation) =>
  `${columns.join(', ')} → ${key.target_table}.${targets.join(', ')}`

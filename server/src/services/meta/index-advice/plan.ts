import { z } from 'zod'

/** How a statement uses a column of a table. */
type ColumnUse = 'equality' | 'range' | 'order'

export type PlannedTable = {
  readonly schema: string
  readonly name: string
  readonly uses: ReadonlyMap<string, ReadonlySet<ColumnUse>>
}

export type Plan = { readonly cost: number; readonly tables: readonly PlannedTable[] }

type PlanNode = {
  readonly 'Total Cost': number
  readonly Schema?: string | undefined
  readonly 'Relation Name'?: string | undefined
  readonly Alias?: string | undefined
  readonly Plans?: readonly PlanNode[] | undefined
  readonly [key: string]: unknown
}

const PlanNode: z.core.$ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    'Total Cost': z.number(),
    Schema: z.string().optional(),
    'Relation Name': z.string().optional(),
    Alias: z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Explained = z.tuple([z.looseObject({ Plan: PlanNode })])

const CONDITIONS = [
  'Filter',
  'Join Filter',
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
] as const
const ORDERS = ['Sort Key', 'Group Key', 'Presorted Key'] as const

const NAME = String.raw`(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*))`
const COLUMN = new RegExp(String.raw`(?<![\p{L}\p{N}_."])${NAME}\.${NAME}`, 'gu')
/** The text after a column, after parentheses and casts. */
const OPERATOR = /^\)*(?:::(?:[\w. ]+|"[^"]+")(?:\([\d,]+\))?(?:\[\])?\)*)? (=|<=|>=|<|>|IS NULL)/
const BEFORE = /(=|<=|>=|<|>) \(*$/

/** Parses the output of `explain (format json, verbose)`. */
export function readPlan(explained: unknown): Plan {
  const [{ Plan: root }] = Explained.parse(explained)
  const nodes = allNodes(root)
  const tables = new Map<
    string,
    { schema: string; name: string; uses: Map<string, Set<ColumnUse>> }
  >()
  const byAlias = new Map<string, string>()
  for (const { Schema: schema, 'Relation Name': name, Alias: alias } of nodes) {
    if (schema === undefined || name === undefined || alias === undefined) continue
    const key = JSON.stringify([schema, name])
    if (!tables.has(key)) tables.set(key, { schema, name, uses: new Map() })
    byAlias.set(alias, key)
  }
  for (const node of nodes)
    for (const { alias, column, use } of usesOf(node)) {
      const uses = tables.get(byAlias.get(alias) ?? '')?.uses
      uses?.set(column, (uses.get(column) ?? new Set()).add(use))
    }
  return { cost: root['Total Cost'], tables: [...tables.values()] }
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

type Use = { readonly alias: string; readonly column: string; readonly use: ColumnUse }

const Keys = z.array(z.string()).catch([])
const Condition = z.string().catch('')

function usesOf(node: PlanNode): Use[] {
  const conditions = CONDITIONS.map((key) => Condition.parse(node[key])).flatMap((text) =>
    columnsOf(text).flatMap(({ alias, column, before, after }) => {
      const operator = OPERATOR.exec(after)?.[1] ?? BEFORE.exec(before)?.[1]
      if (operator === undefined) return []
      const isEqual = operator === '=' || operator === 'IS NULL'
      return [{ alias, column, use: isEqual ? ('equality' as const) : ('range' as const) }]
    }),
  )
  const orders = ORDERS.flatMap((key) => Keys.parse(node[key]))
    .flatMap(columnsOf)
    .map(({ alias, column }) => ({ alias, column, use: 'order' as const }))
  return [...conditions, ...orders]
}

const columnsOf = (text: string) =>
  [...text.matchAll(COLUMN)].map((match) => ({
    alias: plain(match[1], match[2]),
    column: plain(match[3], match[4]),
    before: text.slice(0, match.index),
    after: text.slice(match.index + match[0].length),
  }))

const plain = (quoted: string | undefined, bare: string | undefined): string =>
  quoted?.replaceAll('""', '"') ?? bare ?? ''

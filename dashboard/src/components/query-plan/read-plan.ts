import { isRecord } from '../../data/client/http.ts'

/** A step of a plan. Times and counts are totals of all its loops. */
export type PlanNode = {
  readonly title: string
  /** Conditions and keys, such as `Filter: (id > 3)`. */
  readonly details: readonly string[]
  readonly cost: number
  readonly estimatedRows: number
  /** Undefined, like all that is measured, if the statement did not run. */
  readonly actualRows: number | undefined
  /** Time of this step without the steps below it. */
  readonly selfMs: number | undefined
  /** Share of the time, or else of the cost, without the steps below it. */
  readonly share: number
  readonly blocksHit: number | undefined
  readonly blocksRead: number | undefined
  readonly children: readonly PlanNode[]
}

export type Plan = {
  readonly root: PlanNode
  readonly planningMs: number | undefined
  readonly executionMs: number | undefined
  /** A step inserts, updates, deletes or merges rows. */
  readonly writes: boolean
}

type Json = Readonly<Record<string, unknown>>

/** Reads what `explain (format json)` returns; undefined if it is something else. */
export function readPlan(text: string): Plan | undefined {
  const [explained] = parseList(text)
  const raw = explained?.['Plan']
  if (!explained || !isRecord(raw)) return undefined
  const executionMs = numberOf(explained, 'Execution Time')
  const whole = totalOf(raw, executionMs !== undefined)
  return {
    root: toNode(raw, { whole, isMeasured: executionMs !== undefined }),
    planningMs: numberOf(explained, 'Planning Time'),
    executionMs,
    writes: isWriting(raw),
  }
}

/** All steps with their depth, from the top. */
export const planSteps = (node: PlanNode, depth = 0): { node: PlanNode; depth: number }[] => [
  { node, depth },
  ...node.children.flatMap((child) => planSteps(child, depth + 1)),
]

type Context = { readonly whole: number; readonly isMeasured: boolean }

function toNode(raw: Json, context: Context): PlanNode {
  const loops = numberOf(raw, 'Actual Loops') ?? 1
  const children = childrenOf(raw)
  const below = children.reduce((sum, child) => sum + totalOf(child, context.isMeasured), 0)
  const self = Math.max(0, totalOf(raw, context.isMeasured) - below)
  const rows = numberOf(raw, 'Actual Rows')
  return {
    title: titleOf(raw),
    details: DETAILS.flatMap((name) => detailOf(name, raw[name])),
    cost: numberOf(raw, 'Total Cost') ?? 0,
    // Postgres prints the averages of all loops.
    estimatedRows: (numberOf(raw, 'Plan Rows') ?? 0) * loops,
    actualRows: rows === undefined ? undefined : Math.round(rows * loops),
    selfMs: context.isMeasured ? self : undefined,
    share: context.whole > 0 ? Math.min(1, self / context.whole) : 0,
    blocksHit: numberOf(raw, 'Shared Hit Blocks'),
    blocksRead: numberOf(raw, 'Shared Read Blocks'),
    children: children.map((child) => toNode(child, context)),
  }
}

/** Time or cost of a step with the steps below it. */
function totalOf(raw: Json, isMeasured: boolean): number {
  if (!isMeasured) return numberOf(raw, 'Total Cost') ?? 0
  return (numberOf(raw, 'Actual Total Time') ?? 0) * (numberOf(raw, 'Actual Loops') ?? 1)
}

function titleOf(raw: Json): string {
  const type = textOf(raw, 'Node Type') ?? 'Step'
  const kind = type === 'ModifyTable' ? (textOf(raw, 'Operation') ?? type) : type
  const join = textOf(raw, 'Join Type')
  const strategy = textOf(raw, 'Strategy')
  const named = strategy === 'Hashed' ? `Hash${kind}` : kind
  const joined =
    join && join !== 'Inner' ? named.replace(/ Join|(?<=Loop)$/, ` ${join} Join`) : named
  const index = textOf(raw, 'Index Name')
  const relation =
    textOf(raw, 'Relation Name') ?? textOf(raw, 'Function Name') ?? textOf(raw, 'CTE Name')
  const alias = textOf(raw, 'Alias')
  return [
    joined,
    index && `using ${index}`,
    relation && `on ${relation}`,
    alias && alias !== relation && `as ${alias}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const DETAILS = [
  'Subplan Name',
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
  'Rows Removed by Filter',
  'Rows Removed by Index Recheck',
  'Rows Removed by Join Filter',
  'Sort Key',
  'Sort Method',
  'Sort Space Used',
  'Group Key',
  'Heap Fetches',
  'Workers Planned',
  'Workers Launched',
]

function detailOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${name}: ${value.join(', ')}`]
  if (typeof value !== 'string' && typeof value !== 'number') return []
  return value === 0 ? [] : [`${name}: ${value}`]
}

const isWriting = (raw: Json): boolean =>
  raw['Node Type'] === 'ModifyTable' || childrenOf(raw).some(isWriting)

function childrenOf(raw: Json): Json[] {
  const plans = raw['Plans']
  return Array.isArray(plans) ? plans.filter(isRecord) : []
}

function numberOf(raw: Json, name: string): number | undefined {
  const value = raw[name]
  return typeof value === 'number' ? value : undefined
}

function textOf(raw: Json, name: string): string | undefined {
  const value = raw[name]
  return typeof value === 'string' ? value : undefined
}

function parseList(text: string): Json[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isRecord) : []
  } catch {
    return []
  }
}

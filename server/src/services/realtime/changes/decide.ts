import type { Project } from '../../../project/project.ts'
import type { Audience } from './audiences.ts'
import { isPattern, passes } from './filters.ts'
import type { RowChange } from './pgoutput.ts'
import { knownBefore, refusalOf, valuesOf, type Values } from './render.ts'
import { concerns } from './subscriptions.ts'
import { areVisible, readTableFacts, type TableFacts } from './table-facts.ts'
import { matchingTexts, visibleRows } from './visibility.ts'

/** A change that concerns an audience. */
type Candidate = Audience & { readonly change: RowChange; readonly audience: Audience }

/** Maximum concurrent queries, so that requests keep their connections. */
const AT_ONCE = 2
const VISIBLE_PAUSE_MS = 10

/** The known facts about the tables of some changes, by OID. */
export type FactsOf = ReadonlyMap<number, TableFacts>

export type Decision = {
  /** The changes for each audience. */
  readonly seen: readonly Candidate[]
  readonly facts: FactsOf
  /** Audiences that might get more on another attempt. */
  readonly undecided: ReadonlySet<Audience>
}

/**
 * Decides who gets which change, by filters and policies. The policies of a table are evaluated
 * once for each combination of role and claims, not for each client.
 */
export async function decide(
  project: Project,
  given: {
    readonly audiences: readonly Audience[]
    readonly changes: readonly RowChange[]
    readonly isEnded: () => boolean
  },
): Promise<Decision> {
  const candidates = candidatesOf(given.audiences, given.changes)
  const undecided = new Set<Audience>()
  if (candidates.length === 0) return { seen: [], facts: new Map(), undecided }
  await waitUntilVisible(project, candidates, given.isEnded)
  const facts = await factsOf(project, candidates)
  const filtered = await applyFilters(project, candidates, { facts, undecided })
  const seen = await applyPolicies(project, filtered, { facts, undecided })
  return { seen, facts, undecided }
}

function candidatesOf(
  audiences: readonly Audience[],
  changes: readonly RowChange[],
): readonly Candidate[] {
  return changes.flatMap((change) =>
    audiences
      .filter(({ subscription }) => concerns(subscription, change.type, change.relation))
      .map((audience) => ({ ...audience, change, audience })),
  )
}

/** A commit that was read is certain to become visible, unless Postgres crashes first. */
async function waitUntilVisible(
  project: Project,
  candidates: readonly Candidate[],
  isEnded: () => boolean,
): Promise<void> {
  const xids = [...new Set(candidates.map(({ change }) => change.commit.xid))]
  // Needs no privilege on any table.
  const session = project.database.as('supabase_realtime_admin')
  while (!isEnded() && !(await areVisible(session, xids)))
    await new Promise((resolve) => setTimeout(resolve, VISIBLE_PAUSE_MS))
}

type Deciding = { readonly facts: FactsOf; readonly undecided: Set<Audience> }

async function factsOf(project: Project, candidates: readonly Candidate[]): Promise<FactsOf> {
  const roles = [...new Set(candidates.map(({ caller }) => caller.role))]
  const relations = new Map(candidates.map(({ change }) => [change.relation.oid, change.relation]))
  const facts = new Map<number, TableFacts>()
  for (const oid of relations.keys()) {
    // Everybody can read the catalogs.
    const found = await readTableFacts(project.database.as('supabase_realtime_admin'), oid, roles)
    if (found) facts.set(oid, found)
  }
  return facts
}

/** The row that filters are applied to. */
const filteredRow = (change: RowChange, facts: TableFacts): Values =>
  change.type === 'DELETE' ? knownBefore(change, facts) : valuesOf(change, change.after)

async function applyFilters(
  project: Project,
  candidates: readonly Candidate[],
  { facts, undecided }: Deciding,
): Promise<readonly Candidate[]> {
  const rows = new Map<RowChange, Values>()
  const rowOf = (change: RowChange): Values => {
    const known = rows.get(change)
    const table = facts.get(change.relation.oid)
    if (known || !table) return known ?? new Map()
    const row = filteredRow(change, table)
    rows.set(change, row)
    return row
  }
  const passing = candidates.filter(({ change, caller, subscription }) => {
    const table = facts.get(change.relation.oid)
    if (!table) return false
    const readable = table.readable[caller.role] ?? []
    return subscription.filters.every((filter) => {
      // A filter on a column that a role cannot read would reveal its values.
      if (readable.length > 0 && !readable.includes(filter.column)) return false
      if (isPattern(filter)) return typeof rowOf(change).get(filter.column) === 'string'
      const column = table.columns.find(({ name }) => name === filter.column)
      return passes(filter, rowOf(change).get(filter.column), column?.base ?? 'text')
    })
  })
  const patterns = groupBy(
    passing.flatMap((candidate) =>
      candidate.subscription.filters.filter(isPattern).map((filter) => ({ candidate, filter })),
    ),
    ({ candidate, filter }) => JSON.stringify([candidate.caller.role, filter]),
  )
  const failed = new Set<Candidate>()
  await eachOf(patterns, async (group) => {
    const [first] = group
    if (!first) return
    const texts = group.map(
      ({ candidate, filter }) => rowOf(candidate.change).get(filter.column) ?? '',
    )
    const { filter, candidate } = first
    const matching = await matchingTexts(project, candidate.caller, { filter, texts })
    group.forEach((each, at) => {
      if (!matching?.has(at)) failed.add(each.candidate)
      if (!matching) undecided.add(each.candidate.audience)
    })
  })
  return passing.filter((candidate) => !failed.has(candidate))
}

async function applyPolicies(
  project: Project,
  candidates: readonly Candidate[],
  { facts, undecided }: Deciding,
): Promise<readonly Candidate[]> {
  const asked = candidates.filter((candidate) => mustAsk(candidate, facts))
  const groups = groupBy(asked, ({ caller, change }) =>
    JSON.stringify([change.relation.oid, caller.role, caller.claimsJson]),
  )
  const hidden = new Set<Candidate>()
  await eachOf(groups, async (group) => {
    const [first] = group
    const table = first && facts.get(first.change.relation.oid)
    if (!first || !table) return
    const changes = [...new Set(group.map(({ change }) => change))]
    const keys = changes.map((change) => keyOf(change, table))
    const { relation } = first.change
    const visible = await visibleRows(project, first.caller, { relation, facts: table, keys })
    const shown = new Set(changes.filter((_, at) => visible?.has(at)))
    for (const candidate of group) {
      if (!shown.has(candidate.change)) hidden.add(candidate)
      if (!visible) undecided.add(candidate.audience)
    }
  })
  return candidates.filter((candidate) => !hidden.has(candidate))
}

function mustAsk({ change, caller }: Candidate, facts: FactsOf): boolean {
  const table = facts.get(change.relation.oid)
  if (!table?.has_rls || change.type === 'DELETE') return false
  return refusalOf(change, table, table.readable[caller.role] ?? []) === undefined
}

function keyOf(change: RowChange, { key }: TableFacts): readonly string[] {
  const values = valuesOf(change, change.after)
  return key.map((name) => values.get(name) ?? '')
}

function groupBy<T>(
  items: readonly T[],
  keyOfItem: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOfItem(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

/** Processes a few at the same time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

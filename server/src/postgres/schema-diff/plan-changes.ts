import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import {
  compareCatalogs,
  type CatalogConflict,
  type CatalogDifference,
} from './catalog/compare-catalogs.ts'
import { describeCatalog, digestOf, type Catalog } from './catalog/describe-catalog.ts'
import { wantedState } from './compare-schemas.ts'
import { withEngine, type Engine } from './engine/engine.ts'
import { MAX_PASSES } from './limits.ts'
import type { SchemaSnapshot } from './snapshot.ts'
import { readSchema, type SchemaSource } from './source.ts'
import { supplement } from './supplement.ts'
import { inTrial } from './trial.ts'
import { TrialStopped, tryStatements, type TriedStatement } from './try-statements.ts'

/** How the plan was tried on the target. */
export type TrialResult =
  /** Every statement ran, and the result was compared. */
  | 'passed'
  /** Statements that use a new enum value run only after the commit that adds it. */
  | 'partly'
  | 'failed'
  /** A table of the target is in use. */
  | 'locked'
  | 'too_long'
  | 'not_tried'

export type SchemaPlan = {
  /** The objects of the target that change. */
  readonly differences: readonly CatalogDifference[]
  readonly conflicts: readonly CatalogConflict[]
  readonly statements: readonly TriedStatement[]
  /**
   * The objects that would still differ, because no SQL is known for them. Empty if the plan was not
   * tried to its end.
   */
  readonly remaining: readonly CatalogDifference[]
  readonly trial: TrialResult
  readonly sourceDigest: string
  readonly targetDigest: string
  /** The description that the target should have. */
  readonly wanted: Catalog
  /** Changes with the statements and with both databases. */
  readonly id: string
  /**
   * The source as it was read: the base of the next merge, after this one. The objects that no SQL is
   * known for stay as they were in the base, so that they differ next time too.
   */
  readonly nextBase: SchemaSnapshot | null
}

export type PlanRequest = {
  /** The database whose changes are taken over. */
  readonly source: Database
  /** The database that the statements are for. */
  readonly target: Database
  readonly ignoredSchemas: readonly string[]
  /** The common state that both come from; without one, the target becomes like the source. */
  readonly base: SchemaSnapshot | null
  /**
   * Whether the statements are tried on the target, in a transaction that is rolled back: it locks
   * the tables that they change, for seconds.
   */
  readonly isTried: boolean
  /** Whether the plan is going to be applied, so that the next base is needed. */
  readonly isKept?: boolean
}

/**
 * Plans the statements that take the source's changes over to the target. With a trial, their order
 * has been proven, and the result has been compared with queries of our own.
 */
export function planChanges({
  source,
  target,
  ignoredSchemas,
  base,
  isTried,
  isKept = false,
}: PlanRequest): Promise<SchemaPlan> {
  return withEngine({ ignoredSchemas }, async (engine) => {
    const sourceCatalog = await readSchema(source, async (reader) => {
      const catalog = await describeCatalog(reader, ignoredSchemas)
      await engine.read('source', reader)
      return catalog
    })
    if (base) await engine.load(base.facts)
    const facts = isKept ? await engine.snapshot('source') : null
    const work = async (reader: SchemaSource, isOver: (() => boolean) | null) => {
      const plan = await planOn({ engine, reader, ignoredSchemas, sourceCatalog, base, isOver })
      const catalog = withoutRemaining(sourceCatalog, plan.remaining, base)
      return { ...plan, nextBase: facts === null ? null : { facts, catalog } }
    }
    return isTried ? inTrial(target, work) : readSchema(target, (reader) => work(reader, null))
  })
}

function withoutRemaining(
  source: Catalog,
  remaining: readonly CatalogDifference[],
  base: SchemaSnapshot | null,
): Catalog {
  const catalog = new Map(source)
  for (const { key, before } of remaining) {
    const former = base ? base.catalog.get(key) : before
    if (former) catalog.set(key, former)
    else catalog.delete(key)
  }
  return catalog
}

type PlanState = {
  readonly engine: Engine
  readonly reader: SchemaSource
  readonly ignoredSchemas: readonly string[]
  readonly sourceCatalog: Catalog
  readonly base: SchemaSnapshot | null
  /** Whether the time of the trial is over; null without a trial. */
  readonly isOver: (() => boolean) | null
}

async function planOn(state: PlanState): Promise<Omit<SchemaPlan, 'nextBase'>> {
  const { engine, reader, ignoredSchemas, sourceCatalog, base, isOver } = state
  const targetCatalog = await describeCatalog(reader, ignoredSchemas)
  await engine.read('target', reader)
  const targetDigest = digestOf(targetCatalog)
  const { merged, conflicts, hasMoved } = wantedState({
    source: sourceCatalog,
    target: targetCatalog,
    base,
  })
  if (hasMoved) await engine.merge()
  const to = hasMoved ? 'wanted' : 'source'
  const planned = await engine.plan('target', to)
  const known = {
    differences: compareCatalogs(targetCatalog, merged),
    conflicts,
    wanted: merged,
    sourceDigest: digestOf(sourceCatalog),
    targetDigest,
  }
  const tried = isOver
    ? await tryPlan({ ...state, isOver }, { planned, merged, to })
    : { statements: planned.map(untried), remaining: [], trial: 'not_tried' as const }
  return { ...known, ...tried, id: idOf({ ...known, ...tried }) }
}

const untried = <T>(statement: T): T & { readonly error: null } => ({ ...statement, error: null })

type PlanToTry = {
  readonly planned: Awaited<ReturnType<Engine['plan']>>
  readonly merged: Catalog
  readonly to: 'source' | 'wanted'
}

type TriedPlan = Pick<SchemaPlan, 'statements' | 'remaining' | 'trial'>

/** Runs the plan, compares the result, and plans the rest until there is nothing more to plan. */
async function tryPlan(
  { engine, reader, ignoredSchemas, isOver }: PlanState & { readonly isOver: () => boolean },
  { planned, merged, to }: PlanToTry,
): Promise<TriedPlan> {
  let statements: readonly TriedStatement[] = planned.map(untried)
  try {
    const first = await tryStatements(reader, planned, isOver)
    ;({ statements } = first)
    let remaining = compareCatalogs(await describeCatalog(reader, ignoredSchemas), merged)
    if (first.failed > 0) return { statements, remaining, trial: 'failed' }
    if (first.untried > 0) return { statements, remaining: [], trial: 'partly' }
    for (let pass = 1; pass < MAX_PASSES && remaining.length > 0; pass += 1) {
      await engine.read('target', reader)
      const rest = [...supplement(remaining), ...(await engine.plan('target', to))]
      const next = await tryStatements(reader, rest, isOver)
      const ran = next.statements.filter(({ error }) => error === null)
      if (ran.length === 0) break
      statements = [...statements, ...ran]
      remaining = compareCatalogs(await describeCatalog(reader, ignoredSchemas), merged)
    }
    return { statements, remaining, trial: 'passed' }
  } catch (error) {
    if (!(error instanceof TrialStopped)) throw error
    return { statements, remaining: [], trial: error.reason }
  }
}

type Identified = Pick<SchemaPlan, 'sourceDigest' | 'targetDigest' | 'statements'>

const idOf = ({ sourceDigest, targetDigest, statements }: Identified): string =>
  createHash('sha256')
    .update(JSON.stringify([sourceDigest, targetDigest, statements.map(({ sql }) => sql)]))
    .digest('hex')

import {
  MAX_LISTED_CHANGES,
  type BranchChanges,
  type MergeDirection,
  type SchemaConflict,
  type SchemaDifference,
  type SchemaObject,
} from '@stoa/contract/platform/branch-changes'
import type {
  CatalogConflict,
  CatalogDifference,
} from '../../postgres/schema-diff/catalog/compare-catalogs.ts'
import type { CatalogObject } from '../../postgres/schema-diff/catalog/describe-catalog.ts'
import type { BranchRow } from './queries.ts'
import type { Base } from './snapshots.ts'

/** The text of a property that is shown. */
const MAX_PROPERTY_LENGTH = 20_000

type Comparison = {
  readonly branch: BranchRow
  readonly direction: MergeDirection
  readonly base: Base
  readonly differences: readonly CatalogDifference[]
  readonly conflicts: readonly CatalogConflict[]
}

export const presentChanges = ({
  branch,
  direction,
  base,
  differences,
  conflicts,
}: Comparison): BranchChanges => ({
  direction,
  branch_ref: branch.ref,
  parent_ref: branch.parent_ref,
  base: { taken_at: base.takenAt, is_exact: base.isExact },
  differences: presentDifferences(differences),
  difference_count: differences.length,
  conflicts: conflicts
    .slice(0, MAX_LISTED_CHANGES)
    .flatMap((conflict) => presentConflict(conflict, direction) ?? []),
  conflict_count: conflicts.length,
})

export const presentDifferences = (differences: readonly CatalogDifference[]): SchemaDifference[] =>
  differences
    .slice(0, MAX_LISTED_CHANGES)
    .flatMap((difference) => presentDifference(difference) ?? [])

function presentDifference({
  mark,
  before,
  after,
  properties,
}: CatalogDifference): SchemaDifference | undefined {
  const object = after ?? before
  if (!object) return undefined
  return {
    object: addressOf(object),
    mark,
    properties: properties.map((name) => ({
      name,
      before: textOf(before?.properties[name]),
      after: textOf(after?.properties[name]),
    })),
  }
}

function presentConflict(
  { base, source, target }: CatalogConflict,
  direction: MergeDirection,
): SchemaConflict | undefined {
  const object = source ?? target ?? base
  if (!object) return undefined
  const [branch, parent] = direction === 'to_parent' ? [source, target] : [target, source]
  // Only properties that are not the same everywhere tell the sides apart.
  const names = Object.keys(object.properties).filter(
    (name) =>
      new Set([base, source, target].map((side) => textOf(side?.properties[name]))).size > 1,
  )
  const describe = (side: CatalogObject | null) =>
    side &&
    shortened(
      names.map((name) => `${name}: ${textOf(side.properties[name]) ?? 'not set'}`).join('\n'),
    )
  return {
    object: addressOf(object),
    base: describe(base),
    branch: describe(branch),
    parent: describe(parent),
  }
}

const addressOf = ({ kind, schema, parent, name }: CatalogObject): SchemaObject => ({
  kind,
  schema,
  parent,
  name,
})

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return shortened(value)
  if (Array.isArray(value)) return shortened(value.map(String).join('\n'))
  return shortened(JSON.stringify(value))
}

const shortened = (text: string): string =>
  text.length <= MAX_PROPERTY_LENGTH ? text : `${text.slice(0, MAX_PROPERTY_LENGTH)}…`

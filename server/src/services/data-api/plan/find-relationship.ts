import type { AppError } from '../../../lib/errors.ts'
import { refusal } from '../errors.ts'
import type { EmbedItem } from '../request/select.ts'
import { isToOne, type ColumnPairs, type Relationship } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from '../schema/nearest.ts'

type Origin = { readonly schema: string; readonly name: string }

/**
 * The one relationship an embed means. Named by the related table, by the foreign key constraint or
 * by its column; a hint (constraint, column or junction table) chooses among several. Throws
 * PGRST200 (400) for none and PGRST201 (300) for several.
 */
export function findRelationship(
  cache: SchemaCache,
  origin: Origin,
  { relation, hint }: Pick<EmbedItem, 'relation' | 'hint'>,
): Relationship {
  const known = cache.relation(origin.schema, origin.name)?.relationships ?? []
  // A function is chosen before what the catalogue says, so that it may stand in for it.
  const computed = known.find(
    ({ cardinality, constraint }) => cardinality === 'computed' && constraint === relation,
  )
  if (computed && hint === undefined) return computed
  const all = known.filter(
    ({ foreign, cardinality }) => cardinality !== 'computed' && foreign.schema === origin.schema,
  )
  // A key's own name, or its column's, leads to the table: views that show it go by theirs.
  const isOfView = ({ foreign, isSelf }: Relationship) =>
    !isSelf &&
    foreign.name !== relation &&
    cache.relation(foreign.schema, foreign.name)?.isView === true
  const found = all.filter((relationship) =>
    hint === undefined
      ? isNamed(relationship, relation) && !isOfView(relationship)
      : (relationship.foreign.name === relation || isNamed(relationship, relation)) &&
        isHinted(relationship, hint),
  )
  const [only] = found
  if (only === undefined) throw noneFound(cache, origin, { relation, hint })
  if (found.length > 1) throw severalFound(origin.name, relation, found)
  return only
}

function isNamed(relationship: Relationship, target: string): boolean {
  const column = ownKeyColumn(relationship)
  // A table that refers to itself: by its name the rows that refer to a row, by the column the row referred to.
  if (relationship.isSelf && isToOne(relationship) && holdsKey(relationship))
    return column === target
  return (
    relationship.foreign.name === target || relationship.constraint === target || column === target
  )
}

function isHinted(relationship: Relationship, hint: string): boolean {
  if (relationship.constraint === hint) return !isSelfReference(relationship)
  if (relationship.cardinality === 'many-to-many') return relationship.junction.name === hint
  if (holdsKey(relationship)) return ownKeyColumn(relationship) === hint && !relationship.isSelf
  if (relationship.cardinality === 'computed') return false
  const [pair] = relationship.columns
  return relationship.columns.length === 1 && (pair?.[1] === hint || pair?.[0] === hint)
}

const isSelfReference = (relationship: Relationship) =>
  relationship.isSelf && relationship.cardinality === 'many-to-one'

const holdsKey = (relationship: Relationship): boolean =>
  relationship.cardinality === 'many-to-one' ||
  (relationship.cardinality === 'one-to-one' && relationship.isReferencing)

/** The near side's column, where a foreign key of one column is held there. */
function ownKeyColumn(relationship: Relationship): string | undefined {
  const { cardinality } = relationship
  if (cardinality === 'many-to-many' || cardinality === 'computed') return undefined
  if (!holdsKey(relationship)) return undefined
  const { columns } = relationship
  return columns.length === 1 ? columns[0]?.[0] : undefined
}

function noneFound(
  cache: SchemaCache,
  origin: Origin,
  { relation, hint }: Pick<EmbedItem, 'relation' | 'hint'>,
): AppError {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  const known = cache.relation(origin.schema, origin.name)?.relationships ?? []
  const names = known.map(({ foreign, cardinality, constraint }) =>
    cardinality === 'computed' ? constraint : foreign.name,
  )
  const suggestion = names.includes(relation) ? undefined : nearest(relation, names)
  return refusal(
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${relation}' in the schema cache`,
    {
      status: 400,
      details: `Searched for a foreign key relationship between '${origin.name}' and '${relation}'${using} in the schema '${origin.schema}', but no matches were found.`,
      ...(suggestion !== undefined && {
        hint: `Perhaps you meant '${suggestion}' instead of '${relation}'.`,
      }),
    },
  )
}

function severalFound(origin: string, target: string, found: readonly Relationship[]): AppError {
  const choices = found
    .map((relationship) => `'${relationship.foreign.name}!${hintOf(relationship)}'`)
    .join(', ')
  return refusal(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      status: 300,
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  )
}

const hintOf = (relationship: Relationship) =>
  relationship.cardinality === 'many-to-many' ? relationship.junction.name : relationship.constraint

function describe(relationship: Relationship) {
  const { table, foreign, cardinality } = relationship
  return {
    cardinality,
    embedding: `${table.name} with ${foreign.name}`,
    relationship: describeKeys(relationship),
  }
}

function describeKeys(relationship: Relationship): string {
  const { table, foreign, constraint } = relationship
  switch (relationship.cardinality) {
    case 'computed':
      return constraint
    case 'many-to-many':
      return `${relationship.junction.name} using ${constraint}(${fars(relationship.source)}) and ${relationship.constraint2}(${nears(relationship.target)})`
    default:
      return `${constraint} using ${table.name}(${nears(relationship.columns)}) and ${foreign.name}(${fars(relationship.columns)})`
  }
}

const nears = (pairs: ColumnPairs) => pairs.map(([near]) => near).join(', ')
const fars = (pairs: ColumnPairs) => pairs.map(([, far]) => far).join(', ')

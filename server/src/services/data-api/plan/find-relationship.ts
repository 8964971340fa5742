import type { AppError } from '../../../lib/errors.ts'
import { refusal } from '../errors.ts'
import type { EmbedItem } from '../request/select.ts'
import type { ColumnPairs, Relationship } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from '../schema/nearest.ts'

type Origin = { readonly schema: string; readonly name: string }

/**
 * Finds the relationship of an embed, named by the related table, the foreign key constraint or its
 * column. A hint (constraint, column of either side or junction table) chooses among several.
 * Throws PGRST200 (400) for none and PGRST201 (300) for several.
 */
export function findRelationship(
  cache: SchemaCache,
  origin: Origin,
  { relation, hint }: Pick<EmbedItem, 'relation' | 'hint'>,
): Relationship {
  const known = cache.relation(origin.schema, origin.name)?.relationships ?? []
  // A computed relationship overrides the relationships to the table of its name.
  const computed = known.filter(isComputed)
  const chosen = computed.find(
    ({ constraint, routine }) => constraint === relation && routine.schema === origin.schema,
  )
  if (chosen) return chosen
  const replaced = new Set(computed.map(({ routine }) => nameKey(routine)))
  const found = known.filter(
    (relationship) =>
      relationship.cardinality !== 'computed' &&
      relationship.foreign.schema === origin.schema &&
      !replaced.has(nameKey(relationship.foreign)) &&
      isMeant(cache, relationship, relation, hint),
  )
  const [only] = found
  if (only === undefined) throw noneFound(cache, origin, { relation, hint })
  if (found.length > 1) throw severalFound(origin.name, relation, found)
  return only
}

type Computed = Extract<Relationship, { cardinality: 'computed' }>
const isComputed = (relationship: Relationship): relationship is Computed =>
  relationship.cardinality === 'computed'

// NUL is the only character that no name can contain.
const nameKey = ({ schema, name }: Origin): string => `${schema}\0${name}`

function isMeant(
  cache: SchemaCache,
  relationship: Relationship,
  target: string,
  hint: string | undefined,
): boolean {
  const { foreign, isSelf, cardinality } = relationship
  const [near, far] = onlyPair(relationship)
  if (isSelf) {
    // For a self-reference, the table's name means the referring rows, and the column's name the
    // referenced row.
    if (cardinality === 'one-to-many')
      return foreign.name === target && (hint === undefined || far === hint)
    return cardinality === 'many-to-one' && hint === undefined && near === target
  }
  const isKey = (name: string) =>
    near === name || (cardinality !== 'many-to-many' && relationship.constraint === name)
  if (hint === undefined) {
    if (foreign.name === target) return true
    // The name of a key or of its column means the table; views that show the key are named by
    // their own name.
    return isKey(target) && cache.relation(foreign.schema, foreign.name)?.isView !== true
  }
  const isHinted =
    isKey(hint) ||
    far === hint ||
    (cardinality === 'many-to-many' && relationship.junction.name === hint)
  return foreign.name === target && isHinted
}

/** The column of each side, if the foreign key has only one. */
function onlyPair(relationship: Relationship): ColumnPairs[number] | readonly [] {
  const { cardinality } = relationship
  if (cardinality === 'many-to-many' || cardinality === 'computed') return []
  const [pair, ...others] = relationship.columns
  return pair && others.length === 0 ? pair : []
}

function noneFound(
  cache: SchemaCache,
  origin: Origin,
  { relation, hint }: Pick<EmbedItem, 'relation' | 'hint'>,
): AppError {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  const meant = suggestion(cache, origin, relation)
  return refusal(
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${relation}' in the schema cache`,
    {
      status: 400,
      details: `Searched for a foreign key relationship between '${origin.name}' and '${relation}'${using} in the schema '${origin.schema}', but no matches were found.`,
      ...(meant && { hint: `Perhaps you meant '${meant.name}' instead of '${meant.written}'.` }),
    },
  )
}

/** Suggests a resource to embed or, if the origin has no relationships, another origin. */
function suggestion(cache: SchemaCache, { schema, name }: Origin, relation: string) {
  const { relationships = [], isRelated = false } = cache.relation(schema, name) ?? {}
  if (!isRelated) {
    const other = cache.nearestRelated(schema, name)
    return other === undefined ? undefined : { name: other, written: name }
  }
  const names = relationships
    .filter(({ foreign }) => foreign.schema === schema)
    .map(({ foreign }) => foreign.name)
  const other = names.includes(relation) ? undefined : nearest(relation, names)
  return other === undefined ? undefined : { name: other, written: relation }
}

function severalFound(origin: string, target: string, several: readonly Relationship[]): AppError {
  const found = several.toSorted(byKind)
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

const KINDS = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

function byKind(left: Relationship, right: Relationship): number {
  const kinds = KINDS.indexOf(left.cardinality) - KINDS.indexOf(right.cardinality)
  if (kinds !== 0) return kinds
  const [first, second] = [describeKeys(left), describeKeys(right)]
  if (first === second) return 0
  return first < second ? -1 : 1
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

import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { refusal, tooDeep, tooManyValues } from '../errors.ts'

/** Maximum size of a request's body, in bytes. */
export const MAX_BODY_BYTES = 1_000_000
/** Maximum number of tokens in a document. */
export const MAX_TOKENS = 5000
/** Maximum depth of fields, as in pg_graphql. */
export const MAX_DEPTH = 32
/** Maximum number of fields after fragments are expanded. */
export const MAX_FIELDS = 2000
/**
 * Maximum number of introspection fields after fragments are expanded: about twice what tools
 * request. Each may be resolved for every field of every type, on the thread that serves all
 * requests.
 */
export const MAX_INTROSPECTED = 500
/** Maximum number of records if every collection were full. */
export const MAX_COST = 1_000_000

/** Maximum depth of lists and objects in the variables. */
export const MAX_VALUE_DEPTH = 100
/** Maximum numbers of values, and of objects and lists, in the variables of a request. */
export const MAX_VARIABLE_VALUES = 60_000
export const MAX_VARIABLE_OBJECTS = 12_000
/** Maximum number of fields in one object of the variables; more than any table has columns. */
export const MAX_OBJECT_FIELDS = 2000
/** Maximum number of times that one selection may repeat a field. */
export const MAX_REPEATS = 100
/** Maximum number of values in a statement; slightly below the protocol's limit. */
export const MAX_VALUES = 50_000

/** Counts how much of its limits an operation uses; each method rejects what exceeds them. */
export type Budget = {
  addFields(count: number): void
  /** Adds a collection: its own maximum times the number of parent records. Returns the product. */
  addRecords(around: number, most: number): number
}

export function createBudget(): Budget {
  let fields = 0
  let cost = 0
  return {
    addFields(count) {
      fields += count
      if (fields > MAX_FIELDS)
        throw refusal(
          'field_limit',
          `The operation selects more than ${MAX_FIELDS} fields.`,
          'Select fewer fields, or split it into several requests.',
        )
    },
    addRecords(around, most) {
      const records = around * most
      cost += records
      if (cost > MAX_COST)
        throw refusal(
          'cost_limit',
          `The operation could return more than ${MAX_COST} records.`,
          'Use first or last to limit the inner collections.',
        )
      return records
    },
  }
}

/**
 * Rejects a document that is nested too deeply after fragments are expanded, or repeats a field very
 * often: validation compares each repetition with all others.
 */
export function checkDepth(document: DocumentNode): void {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  )
  const depths = new Map<string, number>()
  for (const definition of document.definitions)
    if ('selectionSet' in definition && depthOf(definition.selectionSet) > MAX_DEPTH)
      throw tooDeep(
        `Query selection depth exceeds the maximum allowed depth of ${MAX_DEPTH}`,
        'Query the inner records in a separate request.',
      )

  function depthOf(set: SelectionSetNode): number {
    let deepest = 0
    refuseRepeats(set)
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        deepest = Math.max(deepest, depthOfFragment(selection.name.value))
      if (selection.kind === Kind.INLINE_FRAGMENT)
        deepest = Math.max(deepest, depthOf(selection.selectionSet))
      if (selection.kind === Kind.FIELD)
        deepest = Math.max(
          deepest,
          1 + (selection.selectionSet ? depthOf(selection.selectionSet) : 0),
        )
    }
    return deepest
  }

  function depthOfFragment(name: string): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    // Marks a fragment during its traversal: validation rejects one that includes itself.
    depths.set(name, 0)
    const set = fragments.get(name)
    const depth = set ? depthOf(set) : 0
    depths.set(name, depth)
    return depth
  }
}

function refuseRepeats({ selections }: SelectionSetNode): void {
  const counts = new Map<string, number>()
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) continue
    const key = selection.alias?.value ?? selection.name.value
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > MAX_REPEATS)
      throw refusal(
        'field_limit',
        `The document selects the same field more than ${MAX_REPEATS} times in one place.`,
        'Select it once, or under different aliases.',
      )
  }
}

/** Rejects introspection that requests the schema many times over. */
export function checkIntrospection(
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): void {
  const counts = new Map<string, number>()
  const count = sets.reduce((sum, set) => sum + countOf(set), 0)
  if (count > MAX_INTROSPECTED)
    throw refusal(
      'field_limit',
      `The operation selects more than ${MAX_INTROSPECTED} introspection fields.`,
      'Query the schema once, without aliases.',
    )

  function countOf({ selections }: SelectionSetNode): number {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) sum += 1
      if (selection.kind === Kind.FRAGMENT_SPREAD) sum += countOfFragment(selection.name.value)
      else if (selection.selectionSet) sum += countOf(selection.selectionSet)
    }
    return sum
  }

  function countOfFragment(name: string): number {
    const fragment = fragments.get(name)
    const known = counts.get(name) ?? (fragment ? countOf(fragment.selectionSet) : 0)
    counts.set(name, known)
    return known
  }
}

/**
 * Rejects variables that are nested too deeply or hold too many values: parsing them by their types
 * holds up every other request.
 */
export function checkVariables(variables: unknown): void {
  let values = 0
  let objects = 0
  // Walks level by level, so that no depth can overflow the stack.
  let level: unknown[] = [variables]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_VALUE_DEPTH)
      throw tooDeep(
        `The variables are nested more than ${MAX_VALUE_DEPTH} levels deep.`,
        'Combine filters side by side in and, or and not.',
      )
    const below: unknown[] = []
    for (const value of level) {
      const inner = Object.values(value ?? {})
      objects += 1
      values += inner.length
      if (!Array.isArray(value) && inner.length > MAX_OBJECT_FIELDS)
        throw tooManyVariables(`an object of more than ${MAX_OBJECT_FIELDS} fields`)
      if (values > MAX_VARIABLE_VALUES || objects > MAX_VARIABLE_OBJECTS)
        throw tooManyVariables(
          `more than ${MAX_VARIABLE_VALUES} values or ${MAX_VARIABLE_OBJECTS} objects and lists`,
        )
      for (const each of inner) if (typeof each === 'object' && each !== null) below.push(each)
    }
    level = below
  }
}

const tooManyVariables = (what: string) =>
  tooManyValues(`The variables contain ${what}.`, 'Send them in several requests.')

import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Operation } from './prepare-operation.ts'

/** A selected field: its key in the response and all places that select it. */
export type SelectedField = {
  readonly key: string
  readonly name: string
  /** The first of several selections of the same field. Validation has checked that they agree. */
  readonly node: FieldNode
  readonly selectionSets: readonly SelectionSetNode[]
}

/** The interface every record implements. */
const NODE = 'Node'

/**
 * Collects the selected fields of an object type: fragments are expanded, `@skip` and `@include`
 * applied, and fields with the same key merged, in the order in which they first appear.
 */
export function collectFields(
  type: string,
  sets: readonly SelectionSetNode[],
  { fragments, variables }: Pick<Operation, 'fragments' | 'variables'>,
): readonly SelectedField[] {
  const found = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) visit(set)
  return [...found].flatMap(([key, nodes]) => {
    const [node] = nodes
    if (!node) return []
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return [{ key, name: node.name.value, node, selectionSets }]
  })

  function visit(set: SelectionSetNode) {
    for (const selection of set.selections) if (isIncluded(selection)) visitSelection(selection)
  }

  function visitSelection(selection: SelectionNode) {
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const nodes = found.get(key)
      if (nodes) nodes.push(selection)
      else found.set(key, [selection])
      return
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(selection.typeCondition?.name.value)) visit(selection.selectionSet)
      return
    }
    const name = selection.name.value
    const fragment = fragments.get(name)
    if (!fragment || visited.has(name)) return
    visited.add(name)
    if (applies(fragment.typeCondition.name.value)) visit(fragment.selectionSet)
  }

  function isIncluded(node: SelectionNode): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables)
    if (skip?.['if'] === true) return false
    return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
  }

  // Validation rejects fragments of other types, so the remaining ones are on interfaces of
  // records.
  function applies(condition: string | undefined): boolean {
    return condition === undefined || condition === type || condition === NODE
  }
}

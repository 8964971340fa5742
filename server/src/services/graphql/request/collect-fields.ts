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

/** A field as an operation asks for it: its key in the answer and the places that ask for it. */
export type SelectedField = {
  readonly key: string
  readonly name: string
  /** The first of several that are the same field; validation saw to their agreeing. */
  readonly node: FieldNode
  readonly selectionSets: readonly SelectionSetNode[]
}

/** The interface every record implements. */
const NODE = 'Node'

/**
 * What is selected of an object of a type: fragments spread out, `@skip` and `@include` obeyed,
 * fields of the same key merged, in the order in which they are first asked for.
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

  // Validation refuses fragments of types that an object cannot be, so what is left is a record's.
  function applies(condition: string | undefined): boolean {
    return condition === undefined || condition === type || condition === NODE
  }
}

import {
  getNullableType,
  GraphQLError,
  isInputType,
  isListType,
  isScalarType,
  typeFromAST,
  type ASTVisitor,
  type GraphQLInputType,
  type TypeNode,
  type ValidationContext,
} from 'graphql'

/** Scalars whose values are sent as text and validated by Postgres. */
const AS_TEXT: ReadonlySet<string> = new Set([
  'BigInt',
  'BigFloat',
  'Cursor',
  'Date',
  'Datetime',
  'ID',
  'JSON',
  'Opaque',
  'String',
  'Time',
  'UUID',
])
const AS_NUMBER: ReadonlySet<string> = new Set(['BigInt', 'BigFloat', 'Opaque'])

/**
 * Whether a variable is allowed in a position, as in pg_graphql: nullability is checked by value, a
 * single value counts as a list of one, and text scalars may be declared as each other, such as a
 * cursor as `String`.
 */
export function variablePositionsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const types = new Map(
          (operation.variableDefinitions ?? []).map((definition) => [
            definition.variable.name.value,
            { definition, type: inputTypeOf(definition.type, context) },
          ]),
        )
        for (const { node, type: expected } of context.getRecursiveVariableUsages(operation)) {
          const declared = types.get(node.name.value)
          if (!declared?.type || !expected || fits(declared.type, expected)) continue
          const message = `Variable "$${node.name.value}" of type "${String(declared.type)}" used in position expecting type "${String(expected)}".`
          context.reportError(new GraphQLError(message, { nodes: [declared.definition, node] }))
        }
      },
    },
  }
}

function inputTypeOf(node: TypeNode, context: ValidationContext): GraphQLInputType | undefined {
  const type = typeFromAST(context.getSchema(), node)
  return isInputType(type) ? type : undefined
}

function fits(given: GraphQLInputType, expected: GraphQLInputType): boolean {
  const [from, to] = [getNullableType(given), getNullableType(expected)]
  if (isListType(from)) return isListType(to) && fits(from.ofType, to.ofType)
  if (isListType(to)) return fits(from, to.ofType)
  if (from === to) return true
  if (!isScalarType(from) || !isScalarType(to)) return false
  if (from.name === 'Int') return to.name === 'Float' || AS_NUMBER.has(to.name)
  if (from.name === 'Float') return AS_NUMBER.has(to.name)
  return AS_TEXT.has(from.name) && AS_TEXT.has(to.name)
}

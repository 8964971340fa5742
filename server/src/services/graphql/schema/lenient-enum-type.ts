import { GraphQLEnumType, Kind, type GraphQLEnumTypeConfig, type ValueNode } from 'graphql'

/**
 * An enum that also accepts a name in quotes, as pg_graphql does: its own examples write them so.
 */
export function lenientEnumType(config: Readonly<GraphQLEnumTypeConfig>): GraphQLEnumType {
  const type = new GraphQLEnumType(config)
  const parseLiteral = type.parseLiteral.bind(type)
  type.parseLiteral = (node: ValueNode, variables) =>
    node.kind === Kind.STRING && type.getValue(node.value) !== undefined
      ? type.parseValue(node.value)
      : parseLiteral(node, variables)
  return type
}

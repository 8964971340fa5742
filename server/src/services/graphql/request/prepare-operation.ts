import {
  getVariableValues,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import type { BuiltSchema } from '../schema/build-schema.ts'
import { DocumentErrors, refusal } from '../errors.ts'
import { bare } from './bare.ts'
import { checkDepth, checkVariables, MAX_TOKENS } from './limits.ts'
import type { GraphqlRequest } from './parse-request.ts'
import { variablePositionsRule } from './variable-positions.ts'

/** One operation of a valid document, with its variables parsed by their types. */
export type Operation = BuiltSchema & {
  readonly document: DocumentNode
  readonly node: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** The variables as they were sent, not parsed by their types. */
  readonly written: Readonly<Record<string, unknown>>
  readonly isMutation: boolean
}

/** GraphQL's validation rules, except those that pg_graphql harmlessly omits. */
const LET_PASS: readonly ValidationRule[] = [
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  VariablesInAllowedPositionRule,
]
const RULES: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => !LET_PASS.includes(rule)),
  variablePositionsRule,
]
const MAX_ERRORS = 20
const MAX_DOCUMENTS = 200
/** Longer documents are unlikely to be repeated and would fill the memory. */
const MAX_KEPT = 8000

/**
 * Throws `syntax_error`, `validation_failed`, `unknown_operation`, `invalid_variables` or a limit's
 * code.
 */
export function prepareOperation(request: GraphqlRequest, role: RoleSchema): Operation {
  const document = documentOf(request.query, role)
  const { schema, meanings } = role.schemaFor(document)
  const node = chooseOperation(document, request.operationName)
  const isMutation = node.operation === OperationTypeNode.MUTATION
  if (!schema.getRootType(node.operation))
    throw refusal(
      'unsupported_operation',
      isMutation
        ? 'The role can’t change any data through this API.'
        : 'This API does not support subscriptions.',
      isMutation ? 'Grant it privileges on tables.' : 'Listen to changes with Realtime.',
    )
  checkVariables(request.variables)
  const written = bare(request.variables)
  const { coerced, errors } = getVariableValues(schema, node.variableDefinitions ?? [], written, {
    maxErrors: MAX_ERRORS,
  })
  if (errors) throw new DocumentErrors('invalid_variables', errors)
  const fragments = fragmentsOf(document)
  const variables = bare(coerced)
  return { schema, meanings, document, node, fragments, variables, written, isMutation }
}

function documentOf(query: string, { schemaFor, documents, describe }: RoleSchema): DocumentNode {
  const known = documents.get(query)
  if (known) return known
  const document = parseDocument(query)
  checkDepth(document)
  const rules = describe ? RULES : [...RULES, NoSchemaIntrospectionCustomRule]
  const errors = validate(schemaFor(document).schema, document, rules, { maxErrors: MAX_ERRORS })
  if (errors.length > 0) throw new DocumentErrors('validation_failed', errors)
  if (query.length > MAX_KEPT) return document
  const [oldest] = documents.keys()
  if (documents.size >= MAX_DOCUMENTS && oldest !== undefined) documents.delete(oldest)
  documents.set(query, document)
  return document
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentErrors('syntax_error', [error])
    throw error
  }
}

function chooseOperation(
  { definitions }: DocumentNode,
  name: string | undefined,
): OperationDefinitionNode {
  const operations = definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  const [first] = operations
  if (name === undefined && operations.length > 1)
    throw refusal(
      'unknown_operation',
      'The document contains several operations, and operationName is not set.',
      'Set operationName to one of them.',
    )
  const found =
    name === undefined ? first : operations.find((operation) => operation.name?.value === name)
  if (found) return found
  throw refusal(
    'unknown_operation',
    name === undefined
      ? 'The document contains no operation.'
      : `The document contains no operation named ${JSON.stringify(name.slice(0, 100))}.`,
    name === undefined
      ? 'Add a query or a mutation to the document.'
      : 'Set operationName to an operation of the document, or omit it if there is only one.',
  )
}

const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )

import type { Catalogue, CatalogueRoutine } from '../catalogue/catalogue.ts'
import { NamedDirective, readDirective } from './directives.ts'
import type { Routine, RoutineArgument, Table } from './model.ts'
import { argumentName, functionName, isValidName } from './names.ts'
import { plainDefault } from './plain-default.ts'
import type { ValueTypes } from './value-types.ts'

type Context = {
  readonly tables: ReadonlyMap<string, Table>
  readonly types: ValueTypes
  readonly isInflected: (schema: string) => boolean
}

/** The arguments of every collection. A function of rows cannot have arguments with these names. */
export const COLLECTION_ARGUMENTS = [
  'first',
  'last',
  'before',
  'after',
  'offset',
  'filter',
  'orderBy',
] as const

/**
 * The functions that the role may call. Those that take a row of a table become fields of it; the
 * others are returned. Omitted, as in pg_graphql: overloads, unnamed arguments, lists of values,
 * `void`, records and triggers.
 */
export function addRoutines(catalogue: Catalogue, context: Context): readonly Routine[] {
  const { tables } = context
  const tablesByType = new Map<string, Table>()
  for (const type of catalogue.types) {
    const table = tables.get(type.relation ?? '')
    if (table) tablesByType.set(type.oid, table)
  }
  const hidden = new Set(
    catalogue.relations.flatMap(({ oid, columns }) =>
      columns.every(({ isSelectable }) => isSelectable) ? [] : (tables.get(oid) ?? []),
    ),
  )
  const counts = Map.groupBy(catalogue.routines, ({ schema, name }) => `${schema}.${name}`)
  const fields = new Set<string>()
  return catalogue.routines.flatMap((entry) => {
    const [first] = entry.arguments
    const owner = entry.arguments.length === 1 && first ? tablesByType.get(first.type) : undefined
    if (owner) {
      // Passing a row requires the privilege to read all of it.
      if (!hidden.has(owner)) addComputed(owner, routineOf(entry, { ...context, tablesByType }, []))
      return []
    }
    if ((counts.get(`${entry.schema}.${entry.name}`)?.length ?? 0) > 1) return []
    const args = argumentsOf(entry, context)
    const routine = args && routineOf(entry, { ...context, tablesByType }, args)
    if (!routine || fields.has(routine.field) || isKeyless(routine)) return []
    const clashes = routine.arguments.some(({ field }) =>
      COLLECTION_ARGUMENTS.some((name) => name === field),
    )
    if (routine.returns.kind === 'rows' && clashes) return []
    fields.add(routine.field)
    return [routine]
  })
}

function addComputed(table: Table, routine: Routine | undefined) {
  if (!routine) return
  const { field } = routine
  const isTaken = field === 'nodeId' || table.computed.some((other) => other.field === field)
  // Rows without a key can be returned one at a time, but not paged.
  const isReadable = routine.returns.kind !== 'rows' || routine.returns.table.primaryKey.length > 0
  if (!isTaken && isReadable) table.computed.push(routine)
}

const isKeyless = ({ returns }: Routine) =>
  returns.kind !== 'value' && returns.table.primaryKey.length === 0

function routineOf(
  entry: CatalogueRoutine,
  {
    types,
    isInflected,
    tablesByType,
  }: Context & { readonly tablesByType: ReadonlyMap<string, Table> },
  args: readonly RoutineArgument[],
): Routine | undefined {
  const directive = readDirective(entry.comment, NamedDirective)
  const field = directive.name ?? functionName(entry.name, isInflected(entry.schema))
  const returns = returnsOf()
  if (!returns || !isValidName(field)) return undefined
  return {
    schema: entry.schema,
    name: entry.name,
    field,
    description: directive.description,
    isVolatile: entry.isVolatile,
    arguments: args,
    returns,
  }

  function returnsOf(): Routine['returns'] | undefined {
    const table = tablesByType.get(entry.type)
    if (table) return { kind: entry.isSet ? 'rows' : 'row', table }
    const type = types.of(entry.type)
    return type && !entry.isSet ? { kind: 'value', type } : undefined
  }
}

/** Undefined if an argument has no name or no GraphQL type. */
function argumentsOf(
  entry: CatalogueRoutine,
  { types, isInflected }: Context,
): readonly RoutineArgument[] | undefined {
  const found = entry.arguments.flatMap((argument): RoutineArgument[] => {
    const { name, isOptional } = argument
    const type = types.of(argument.type)
    const field = argumentName(name, isInflected(entry.schema))
    if (!type || !isValidName(field)) return []
    return [{ name, field, type, isOptional, defaultValue: plainDefault(argument.default, type) }]
  })
  const names = new Set(found.map(({ field }) => field))
  return names.size === entry.arguments.length ? found : undefined
}

import { isValidName } from './names.ts'

/** Names that types of tables and enums may not have. */
export const RESERVED =
  'Query Mutation Subscription Node PageInfo FilterIs OrderByDirection ID Int Float String Boolean BigInt BigFloat UUID Cursor Date Time Datetime JSON Opaque'
    .split(' ')
    .flatMap((name) => [name, `${name}Filter`, `${name}ListFilter`])

/** The suffixes of a table's type names. */
const SUFFIXES = [
  '',
  'Connection',
  'Edge',
  'Filter',
  'OrderBy',
  'InsertInput',
  'InsertResponse',
  'UpdateInput',
  'UpdateResponse',
  'DeleteResponse',
  'Aggregate',
  'SumAggregateResult',
  'AvgAggregateResult',
  'MinAggregateResult',
  'MaxAggregateResult',
  'OnConflict',
  'OnConflictConstraint',
]

/**
 * Reserves a free name for a table's type and the types named after it: the wanted name with as
 * many underscores as needed. Undefined if it is not a valid name.
 */
export function claimTypeName(wanted: string, taken: Set<string>): string | undefined {
  if (!isValidName(wanted)) return undefined
  let type = wanted
  const namesOf = () => SUFFIXES.map((suffix) => `${type}${suffix}`)
  while (namesOf().some((name) => taken.has(name))) type += '_'
  for (const name of namesOf()) taken.add(name)
  return type
}

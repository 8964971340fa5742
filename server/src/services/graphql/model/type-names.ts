import { isValidName } from './names.ts'

/** Names that no table's or enum's types may take. */
export const RESERVED =
  'Query Mutation Subscription Node PageInfo FilterIs OrderByDirection ID Int Float String Boolean BigInt BigFloat UUID Cursor Date Time Datetime JSON Opaque'
    .split(' ')
    .flatMap((name) => [name, `${name}Filter`, `${name}ListFilter`])

/** What stands behind a table's name in the names of its types. */
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
 * A free name for a table's type, and for the types named after it: the name it should have, with as
 * many underscores behind it as it takes. Undefined where it cannot be a name. Marks them as taken.
 */
export function claimTypeName(wanted: string, taken: Set<string>): string | undefined {
  if (!isValidName(wanted)) return undefined
  let type = wanted
  const namesOf = () => SUFFIXES.map((suffix) => `${type}${suffix}`)
  while (namesOf().some((name) => taken.has(name))) type += '_'
  for (const name of namesOf()) taken.add(name)
  return type
}

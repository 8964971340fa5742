import type { ParameterType, QueryParameter } from '@stoa/contract/services/meta/query'
import { invalidRequest } from '../../../lib/refusals.ts'
import { findParameters, type FoundParameter } from '../parameters-in-sql.ts'

/** Values of `$1`, `$2`, …, which are bound; the text is then a single statement. */
export type BoundParameters = {
  readonly parameters?: readonly (string | null)[] | undefined
  /** Their type oids; 0 for those that Postgres infers. */
  readonly parameterTypes?: readonly number[] | undefined
}

/** The oids of built-in types never change. */
const OIDS: Record<ParameterType, number> = {
  automatic: 0,
  text: 25,
  bigint: 20,
  numeric: 1700,
  boolean: 16,
  date: 1082,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
}

/**
 * Replaces `:name` with the number of a bound value. The text keeps its length where the name is long
 * enough, so that Postgres's positions are those of the text that was sent. Throws 400
 * `invalid_request` if the text has a parameter without a value.
 */
export function bindParameters(
  text: string,
  given: readonly QueryParameter[],
): { readonly sql: string } & Required<BoundParameters> {
  const values = new Map(given.map((parameter) => [parameter.name, parameter]))
  const found = findParameters(text)
  const missing = found.find(({ name }) => !values.has(name))
  if (missing) throw noValue(missing)
  const numbers = numbersOf(found)
  const bound: (QueryParameter | undefined)[] = Array.from({
    length: Math.max(0, ...numbers.values()),
  })
  for (const [name, number] of numbers) bound[number - 1] = values.get(name)
  return {
    sql: replaced(text, found, numbers),
    parameters: bound.map((parameter) => parameter?.value ?? null),
    // Postgres can't infer the type of a number that the text skips.
    parameterTypes: bound.map((parameter) => OIDS[parameter?.type ?? 'text']),
  }
}

/** Names get the numbers after those in the text, the shortest names first. */
function numbersOf(found: readonly FoundParameter[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { name, isNumbered } of found) if (isNumbered) numbers.set(name, Number(name))
  const names = [...new Set(found.flatMap(({ name, isNumbered }) => (isNumbered ? [] : [name])))]
  let last = Math.max(0, ...numbers.values())
  for (const name of names.toSorted((a, b) => a.length - b.length)) {
    last += 1
    numbers.set(name, last)
  }
  return numbers
}

function replaced(
  text: string,
  found: readonly FoundParameter[],
  numbers: ReadonlyMap<string, number>,
): string {
  let result = ''
  let at = 0
  for (const { name, start, end, isNumbered } of found) {
    if (isNumbered) continue
    result += text.slice(at, start) + `$${numbers.get(name) ?? 0}`.padEnd(end - start)
    at = end
  }
  return result + text.slice(at)
}

const noValue = ({ name, isNumbered }: FoundParameter) =>
  invalidRequest(
    `The parameter ${isNumbered ? '$' : ':'}${name} has no value.`,
    'Send a value for each parameter of the query.',
  )

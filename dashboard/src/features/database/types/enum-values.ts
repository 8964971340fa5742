import { isTooLong } from '../../../components/sql-form/name-problem.ts'

/** The values of a text with one value per line. Spaces around a value are not part of it. */
export const readValues = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Why an enumerated type can't have these values together, or undefined if it can. */
export function valuesProblem(values: readonly string[]): string | undefined {
  const long = values.find(isTooLong)
  if (long !== undefined) return `“${long}” is too long. A value can have at most 63 bytes.`
  const twice = values.find((value, place) => values.indexOf(value) !== place)
  return twice === undefined ? undefined : `“${twice}” is in the list twice.`
}

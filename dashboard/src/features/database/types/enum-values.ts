import { NewName } from '@stoa/contract/services/meta/params'

/** The values in a text with one value per line. Spaces around a value are removed. */
export const readValues = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Why the lines of a text can't be the values of an enumerated type, or undefined if they can. */
export function listProblem(text: string): string | undefined {
  const values = readValues(text)
  if (values.length === 0) return 'Enter at least one value.'
  const long = values.find((value) => !NewName.safeParse(value).success)
  if (long !== undefined) return `“${long}” is too long. A value can have at most 63 bytes.`
  const twice = values.find((value, place) => values.indexOf(value) !== place)
  return twice === undefined ? undefined : `“${twice}” is in the list twice.`
}

/** Why this value can't be added to a type, or undefined if it can. */
export function valueProblem(others: readonly string[], value: string): string | undefined {
  if (value === '') return 'Enter a value.'
  if (others.includes(value)) return `The type already has the value “${value}”.`
  return listProblem(value)
}

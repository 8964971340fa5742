import type { ValueType } from './model.ts'

/**
 * An argument's default if its SQL expression is a plain number, text or boolean that GraphQL can
 * show. Undefined for all others, which only Postgres evaluates.
 */
export function plainDefault(
  expression: string | null,
  { item, isList }: ValueType,
): string | number | boolean | undefined {
  if (expression === null || isList) return undefined
  if (item === 'String') return quoted(expression)
  if (item === 'Boolean') return { true: true, false: false }[expression]
  if (item !== 'Int' && item !== 'Float') return undefined
  const written = quoted(expression) ?? expression
  return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : undefined
}

/** The text between quotes, with or without a cast after it. */
const quoted = (expression: string): string | undefined =>
  /^'((?:[^'\\]|'')*)'(?:::[\w ."]+(?:\(\d+\))?)?$/.exec(expression)?.[1]?.replaceAll("''", "'")

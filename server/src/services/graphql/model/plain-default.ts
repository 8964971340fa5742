import type { ValueType } from './model.ts'

/**
 * An argument's default where its SQL expression is a plain number, text or truth value that
 * GraphQL can show; undefined for every other, which Postgres alone works out.
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

/** The text between quotes, with or without a cast behind it. */
const quoted = (expression: string): string | undefined =>
  /^'((?:[^'\\]|'')*)'(?:::[\w ."]+(?:\(\d+\))?)?$/.exec(expression)?.[1]?.replaceAll("''", "'")

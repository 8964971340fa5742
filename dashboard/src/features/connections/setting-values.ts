import type { PostgresParameter } from '@stoa/contract/platform/postgres-settings'

type Value = PostgresParameter['default_value']

/** A value as Postgres writes it. */
export function valueText(value: Value): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

/** The value of a typed text; null, which is the default, for an empty one. */
export function typedValue(kind: PostgresParameter['kind'], text: string): Value | null {
  const typed = text.trim()
  if (typed === '') return null
  if (kind === 'switch') return typed === 'on'
  return kind === 'count' ? Number(typed) : typed
}

/** The problem of a text that is no value of this kind. The server checks the range. */
export function notationProblem(kind: PostgresParameter['kind'], text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || NOTATIONS[kind].pattern.test(typed) ? undefined : NOTATIONS[kind].problem
}

const NOTATIONS: Readonly<
  Record<PostgresParameter['kind'], { readonly pattern: RegExp; readonly problem: string }>
> = {
  memory: { pattern: /^\d{1,9}(kB|MB|GB|TB)$/, problem: 'Enter a size with a unit, such as 64MB.' },
  duration: {
    pattern: /^(0|\d{1,9}(ms|s|min|h|d))$/,
    problem: 'Enter a duration with a unit, such as 30s or 5min.',
  },
  count: { pattern: /^\d{1,6}$/, problem: 'Enter a whole number.' },
  switch: { pattern: /^(on|off)$/, problem: 'Choose on or off.' },
}

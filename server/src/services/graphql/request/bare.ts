/**
 * Copies values into objects without a prototype. A column may be named `constructor`, which an
 * ordinary object would find even if it was not given.
 */
export function bare(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(values)) copy[name] = bareValue(values[name])
  return copy
}

function bareValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareValue)
  return isObject(value) ? bare(value) : value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

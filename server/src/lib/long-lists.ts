import { z } from 'zod'

/** Longer lists are handled in slices. */
const SLICE = 500

/** Parses each value of a list, in slices. Throws Zod's error for the first slice that is invalid. */
export function* parseList<T>(
  values: readonly unknown[],
  element: z.core.$ZodType<T>,
): Generator<void, T[]> {
  const slice = z.array(element)
  const parsed: T[] = []
  for (let at = 0; at < values.length; at += SLICE) {
    if (at > 0) yield
    for (const value of slice.parse(values.slice(at, at + SLICE))) parsed.push(value)
  }
  return parsed
}

/** Serializes a list as JSON, in slices, with its elements parsed by the schema. */
export function* writeList(
  values: readonly unknown[],
  element: z.core.$ZodType,
): Generator<void, string> {
  const slice = z.array(element)
  const parts: string[] = []
  for (let at = 0; at < values.length; at += SLICE) {
    if (at > 0) yield
    parts.push(JSON.stringify(slice.parse(values.slice(at, at + SLICE))).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

/** The schema of a list's elements, if the list itself has no conditions. */
export function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (!(schema instanceof z.ZodArray) || (schema.def.checks ?? []).length > 0) return undefined
  const { element } = schema
  return element instanceof z.core.$ZodType ? element : undefined
}

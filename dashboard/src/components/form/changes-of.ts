export const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The fields whose value differs from the saved one. */
export function changesOf<Values extends object>(
  saved: Partial<Values>,
  values: Values,
): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in saved) if (!isSame(values[name], saved[name])) changes[name] = values[name]
  return changes
}

/** The values of these fields. */
export function picked<Values extends object>(values: Values, names: readonly (keyof Values)[]) {
  const part: Partial<Values> = {}
  for (const name of names) part[name] = values[name]
  return part
}

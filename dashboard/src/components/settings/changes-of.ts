/** The fields whose value differs from the saved one. */
export function changesOf<Values extends object>(
  saved: Partial<Values>,
  values: Values,
): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in saved)
    if (JSON.stringify(values[name]) !== JSON.stringify(saved[name])) changes[name] = values[name]
  return changes
}

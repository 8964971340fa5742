/**
 * The elements of a list argument. A variable that was declared as a single value is passed as it
 * is and counts as a list of one.
 */
export function listed(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/**
 * What a list argument holds. A variable that was declared as one value arrives as it is, and stands
 * for a list of one.
 */
export function listed(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

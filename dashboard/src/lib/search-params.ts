/** The named values of a search object as text; values that are absent or empty are left out. */
export function pickText<Name extends string>(
  search: Record<string, unknown>,
  ...names: Name[]
): { [Key in Name]?: string } {
  const picked: { [Key in Name]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') picked[name] = value
  }
  return picked
}

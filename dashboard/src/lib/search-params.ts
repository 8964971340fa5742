/** Picks the named values of a search object as text, without absent or empty ones. */
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

/**
 * Picks a parameter that has a few values. Any other value counts as absent: it is set to undefined,
 * because the router otherwise passes on what is in the URL.
 */
export function pickValue<Name extends string, const Value extends string>(
  search: Record<string, unknown>,
  name: Name,
  values: readonly Value[],
): { [Key in Name]?: Value | undefined } {
  const picked: { [Key in Name]?: Value | undefined } = {}
  if (name in search) picked[name] = values.find((value) => value === search[name])
  return picked
}

/**
 * Replaces the filter of a list in the URL. A panel that was opened while the text of a search
 * settled stays open.
 */
export const withFilter =
  <Filter extends object>(filter: Filter) =>
  (before: Record<string, unknown>): Filter => ({
    ...pickText(before, 'panel', 'item'),
    ...filter,
  })

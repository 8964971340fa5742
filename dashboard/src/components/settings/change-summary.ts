/** What a save bar says: `Changes max rows and exposed schemas`. */
export function changeSummary<Value extends object>(
  changes: Partial<Value>,
  names: Record<keyof Value & string, string>,
): string {
  const changed = Object.entries<string>(names)
    .filter(([key]) => key in changes)
    .map(([, name]) => name)
  const list = new Intl.ListFormat('en').format(changed)
  return changed.length === 0 ? 'Nothing changes' : `Changes ${list}`
}

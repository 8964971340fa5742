/** The text of a save bar: `Unsaved changes: max rows and exposed schemas`. */
export function changeSummary(changes: object, names: Readonly<Record<string, string>>): string {
  const changed = Object.entries(names)
    .filter(([key]) => key in changes)
    .map(([, name]) => name)
  const list = new Intl.ListFormat('en').format(changed)
  return changed.length === 0 ? 'No changes' : `Unsaved changes: ${list}`
}

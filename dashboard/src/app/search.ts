/**
 * Query strings as what they are: names and text. The router's own reading turns `7` into a number
 * and `true` into a boolean, which would change a token made of digits.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Leaves out what is absent; text goes in as it is, anything else in JSON's spelling. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

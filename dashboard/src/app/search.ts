/**
 * Reads and writes query strings as names and text. The router's own parser turns `7` into a number
 * and `true` into a boolean, which would change a token made of digits.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Omits absent values. Text is written as it is, and anything else as JSON. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

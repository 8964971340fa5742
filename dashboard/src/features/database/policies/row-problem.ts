/** Why a text is not a valid new row, or undefined if it is. */
export function rowProblem(text: string): string | undefined {
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return undefined
  } catch {
    // The message below covers both.
  }
  return 'Enter a JSON object with the values of the row, such as {"id": 1}.'
}

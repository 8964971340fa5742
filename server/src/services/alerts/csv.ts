type Cells = readonly (string | null)[]

/**
 * A result as CSV. Spreadsheets run a cell that begins like a formula, so those get an apostrophe;
 * numbers stay as they are.
 */
export const toCsv = (columns: readonly string[], rows: readonly Cells[]): string =>
  [columns, ...rows].map((cells) => cells.map(field).join(',')).join('\r\n')

function field(cell: string | null): string {
  if (cell === null) return ''
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell)
  const text = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

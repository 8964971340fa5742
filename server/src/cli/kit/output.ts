/** Formats rows as aligned columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, width(cell))))
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats a table with a heading line; without rows, returns the given sentence. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): string {
  return rows.length === 0 ? empty : columns([heading, ...rows])
}

/** Formats one field per line. */
export const fields = (record: Readonly<Record<string, string>>): string =>
  columns(Object.entries(record).map(([name, value]) => [`${name}:`, value]))

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

// East Asian characters take two terminal cells.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

function width(text: string): number {
  const segments = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  return segments.reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0)
}

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

/** The time in a version such as 20250312093000, in ISO 8601. Undefined for any other version. */
export function appliedAt(version: string): string | undefined {
  const [, year, month, day, hour, minute, second] = TIMESTAMP.exec(version) ?? []
  if (year === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The statements as one text that can be run. */
export const scriptOf = (statements: readonly string[]): string =>
  statements
    .map((statement) => `${statement.trimEnd().replace(/;$/, '')};`)
    .filter((statement) => statement !== ';')
    .join('\n\n')

/** Formatting longer texts would block the page. */
const LONGEST = 1_000_000

/**
 * Formats SQL. Undefined if the text cannot be parsed or is too long; the text then stays as it is.
 * The formatter is loaded on first use.
 */
export async function formatSql(text: string): Promise<string | undefined> {
  if (text.length > LONGEST) return undefined
  const { formatDialect, postgresql } = await import('sql-formatter')
  try {
    return formatDialect(text, {
      dialect: postgresql,
      keywordCase: 'lower',
      tabWidth: 2,
      expressionWidth: 80,
    })
  } catch {
    return undefined
  }
}

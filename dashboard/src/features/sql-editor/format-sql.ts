/** Longer texts would hold up the page; nobody reads them laid out anyway. */
const LONGEST = 1_000_000

/**
 * Lays SQL out over lines. Undefined when it cannot be read as SQL or is too long; the text then
 * stays as it is. The formatter is fetched with its first use.
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

import { scanSql } from '../sql-text.ts'

const MAX_WORDS = 6
const BEGINNING = /^.{0,100}/u
/** Words that do not say what a statement changes. */
const SKIPPED = new Set(['or', 'replace', 'if', 'exists', 'not', 'concurrently', 'only'])
const QUOTED_NAME = /"((?:[^"]|"")*)"/y
/** The definition follows this word. */
const ENDS = new Set(['as', 'for', 'from', 'is', 'returns', 'to', 'type', 'using', 'with'])

/**
 * A name for a migration, from the first words of its SQL, in the form that the Supabase CLI gives
 * to files: `create_function_public_hello`.
 */
export function migrationName(text: string): string {
  const words: string[] = []
  let end = 0
  for (const token of scanSql(text)) {
    if (words.length === MAX_WORDS || (token.kind === 'symbol' && token.text !== '.')) break
    // A doubled quote is read as two tokens.
    if (token.start < end) continue
    if (token.kind === 'quoted') {
      QUOTED_NAME.lastIndex = token.start
      const name = QUOTED_NAME.exec(text)?.[1]
      if (name === undefined) break
      words.push(name)
      end = QUOTED_NAME.lastIndex
    } else if (token.kind === 'word') {
      if (ENDS.has(token.text) && words.length > 1) break
      if (!SKIPPED.has(token.text)) words.push(token.text)
    }
  }
  const name = words
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('_')
  return BEGINNING.exec(name)?.[0] || 'change'
}

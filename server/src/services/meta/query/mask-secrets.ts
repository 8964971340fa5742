import { scanSql } from '../sql-text.ts'
import { MAX_MASKED_CHARACTERS } from './limits.ts'

/** Functions of the vault that take a secret, and the table that stores them. */
const STORES_SECRET =
  /\b(?:create_secret|update_secret)\b|\bvault"?\s*\.\s*"?secrets\b|\b_?crypto_aead_det_encrypt\b/i

/** Words of statements with credentials, also inside quotes, such as a connection string. */
const MENTIONS_CREDENTIAL =
  /passw|passphrase|\bpwd\b|secret|token|credential|bearer|authorization|api_?key|access_?key|private_?key|service_?role_?key|encrypt|crypt\s*\(|hmac\s*\(|dblink|:\/\/[^\s:@/']{1,200}:[^\s@']{1,200}@|\beyj[\w-]{10,500}\.|\bs[bk]_(?:secret|live|test)_/i

export type MaskedText = { readonly text: string; readonly isMasked: boolean }

/**
 * The form in which a text may be kept. In each statement that mentions a password or another
 * credential, quoted texts and comments become `***`. Undefined if the text stores a secret in the
 * vault, or is too long to be read.
 */
export function maskSecrets(text: string): MaskedText | undefined {
  if (text.length > MAX_MASKED_CHARACTERS || STORES_SECRET.test(text)) return undefined
  if (!MENTIONS_CREDENTIAL.test(text)) return { text, isMasked: false }
  const statements = statementsOf(text)
  const masked = statements.map((statement) =>
    MENTIONS_CREDENTIAL.test(statement) ? withoutQuoted(statement) : statement,
  )
  return { text: masked.join(''), isMasked: true }
}

/** The statements with the text around them; together, they are the whole text. */
function statementsOf(text: string): string[] {
  const statements: string[] = []
  let begin = 0
  for (const token of scanSql(text)) {
    if (token.kind !== 'symbol' || token.text !== ';') continue
    statements.push(text.slice(begin, token.start + 1))
    begin = token.start + 1
  }
  return [...statements, text.slice(begin)]
}

/** Replaces strings, dollar quotes and comments. Quoted names, which hide nothing, stay. */
function withoutQuoted(statement: string): string {
  const tokens = [...scanSql(statement)]
  const begin = withoutComments(statement.slice(0, tokens[0]?.start))
  const parts = tokens.map((token, index) => {
    const part = statement.slice(token.start, tokens[index + 1]?.start)
    if (token.kind === 'unterminated') return '***'
    if (token.kind !== 'quoted' || part.startsWith('"')) return withoutComments(part)
    return `'***'${TRAILING_SPACE.exec(part)?.[0] ?? ''}`
  })
  return begin + parts.join('')
}

const TRAILING_SPACE = /\s{0,100}$/

/** Between two tokens are only white space, numbers and comments. */
const withoutComments = (text: string) => text.replaceAll(/--[^\n]*|\/\*[\s\S]*\*\//g, '/* *** */')

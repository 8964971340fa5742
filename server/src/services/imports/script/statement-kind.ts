export type StatementKind =
  | 'run'
  | 'copy'
  /** Has no effect here: the whole file is one transaction. */
  | 'skip'
  /** Sets an owner or privileges, which depend on roles of another server. */
  | 'ownership'
  | 'refuse'

type Script = { readonly words: readonly string[]; readonly text: string }

const TRANSACTION_STARTS = new Set(['begin', 'start'])
const TRANSACTION_ENDS = new Set(['commit', 'end'])

/** Decides about a statement by its words. Postgres refuses two statements in one. */
export function kindOf({ words, text }: Script): StatementKind {
  const [first = '', second = '', third = ''] = words
  if (TRANSACTION_STARTS.has(first)) return 'skip'
  if (TRANSACTION_ENDS.has(first)) return second === 'prepared' ? 'refuse' : 'skip'
  if (first === 'abort') return 'refuse'
  if (first === 'rollback') return words.includes('to') ? 'run' : 'refuse'
  if (first === 'prepare' && second === 'transaction') return 'refuse'
  if (first === 'copy') return isFromStdin(words) ? 'copy' : 'refuse'
  if (first === 'set' && second === 'client_encoding')
    return /utf-?8|unicode/i.test(text) ? 'skip' : 'refuse'
  if (first === 'create' && second === 'schema' && third === 'public' && words.length === 3)
    return 'skip'
  if (first === 'grant' || first === 'revoke') return 'ownership'
  if (first === 'alter') {
    const isDefault = second === 'default' && third === 'privileges'
    const owner = words.indexOf('owner')
    return isDefault || (owner > 1 && words[owner + 1] === 'to') ? 'ownership' : 'run'
  }
  return first === 'comment' && third === 'extension' ? 'ownership' : 'run'
}

/** A query can be copied only to somewhere, and can have a table that is named stdin. */
const QUERIES = new Set([
  'select',
  'with',
  'values',
  'table',
  'insert',
  'update',
  'delete',
  'merge',
])

function isFromStdin(words: readonly string[]): boolean {
  const way = words.findIndex((word) => word === 'from' || word === 'to')
  return !QUERIES.has(words[1] ?? '') && words[way] === 'from' && words[way + 1] === 'stdin'
}

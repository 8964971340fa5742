import { scanSql, type SqlToken } from '../sql-text.ts'

/** The properties of SQL text that are known without running it. */
export type TextShape = {
  readonly statementCount: number
  /** Index of each statement's first code unit. */
  readonly statementStarts: readonly number[]
  /** A single statement without parameters that returns rows, and may stop at the limit. */
  readonly isPlainSelect: boolean
  /** A part may be committed before the whole text succeeds. */
  readonly mayCommitEarly: boolean
}

const READS = new Set(['select', 'values', 'table'])
const VERBS = new Set([...READS, 'insert', 'update', 'delete', 'merge'])

/**
 * First words of statements that end transactions, run code that may do so, or take effect
 * immediately.
 */
const COMMITTING = new Set([
  'alter',
  'call',
  'cluster',
  'commit',
  'create',
  'do',
  'drop',
  'end',
  'prepare',
  'reindex',
  'vacuum',
])

/** Determines the shape of SQL text. Several megabytes take a fraction of a second. */
export function readTextShape(text: string): TextShape {
  const statementStarts: number[] = []
  let hasParameter = false
  let mayCommitEarly = false
  let statement = newStatement()
  let verb: string | undefined
  const finish = () => {
    if (statement.start === undefined) return
    statementStarts.push(statement.start)
    verb = statement.verb
    mayCommitEarly ||= COMMITTING.has(statement.first ?? '')
    statement = newStatement()
  }
  for (const token of scanSql(text)) {
    if (token.kind === 'symbol' && token.text === ';') finish()
    else {
      hasParameter ||= token.kind === 'parameter'
      readToken(statement, token)
    }
  }
  finish()
  const statementCount = statementStarts.length
  return {
    statementCount,
    statementStarts,
    isPlainSelect: statementCount === 1 && !hasParameter && READS.has(verb ?? ''),
    mayCommitEarly,
  }
}

type StatementState = {
  /** Undefined while the statement is empty. */
  start: number | undefined
  depth: number
  first: string | undefined
  /** The main verb: after `with`, the first one outside parentheses. */
  verb: string | undefined
}

const newStatement = (): StatementState => ({
  start: undefined,
  depth: 0,
  first: undefined,
  verb: undefined,
})

function readToken(statement: StatementState, token: SqlToken): void {
  statement.start ??= token.start
  if (token.kind === 'symbol') {
    if (token.text === '(') statement.depth += 1
    if (token.text === ')') statement.depth -= 1
  }
  if (token.kind !== 'word' || statement.verb !== undefined) return
  if (statement.first === undefined) {
    statement.first = token.text
    if (token.text !== 'with') statement.verb = token.text
  } else if (statement.depth === 0 && VERBS.has(token.text)) statement.verb = token.text
}

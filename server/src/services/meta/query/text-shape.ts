import { statementStartsIn } from '@stoa/contract/services/meta/statements'
import { scanSql, type SqlToken } from '../sql-text.ts'

/** The properties of SQL text that are known without running it. */
export type TextShape = {
  readonly statementCount: number
  /** Index of each statement's first code unit, as psql and people count statements. */
  readonly statementStarts: readonly number[]
  /**
   * Index of the first code unit of each part between plain semicolons, also those in parentheses and
   * in the bodies of functions. Read-only text is sent in these parts: a part with two statements
   * would let the second one run after the first has ended the transaction, whereas a statement in
   * two parts is a syntax error.
   */
  readonly partStarts: readonly number[]
  /** A single statement without parameters that returns rows, and may stop at the limit. */
  readonly isPlainSelect: boolean
  /** A part may be committed before the whole text succeeds. */
  readonly mayCommitEarly: boolean
  /** A statement begins or ends a transaction. */
  readonly controlsTransaction: boolean
  /** A statement cannot run in a transaction with others, such as `create index concurrently`. */
  readonly needsNoTransaction: boolean
  /** The first statement begins a transaction. */
  readonly beginsTransaction: boolean
  /** A statement ends a transaction, or rolls back to a savepoint. */
  readonly endsTransaction: boolean
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

/** First words of statements that begin or end transactions. `end` also ends a function's body. */
const CONTROLLING = new Set(['abort', 'begin', 'commit', 'prepare', 'rollback', 'start'])
const BEGINNING = new Set(['begin', 'start'])
const ENDING = new Set(['abort', 'commit', 'end', 'prepare', 'rollback'])
/** First two words of statements that Postgres refuses in a transaction. */
const SEPARATE = new Set(['alter system', 'create database', 'drop database'])

/** Determines the shape of SQL text. Several megabytes take a fraction of a second. */
export function readTextShape(text: string): TextShape {
  const partStarts: number[] = []
  let hasParameter = false
  let mayCommitEarly = false
  let controlsTransaction = false
  let needsNoTransaction = false
  let beginsTransaction = false
  let endsTransaction = false
  let statement = newStatement()
  let verb: string | undefined
  const finish = () => {
    if (statement.start === undefined) return
    if (partStarts.length === 0) beginsTransaction = BEGINNING.has(statement.first ?? '')
    endsTransaction ||= ENDING.has(statement.first ?? '')
    partStarts.push(statement.start)
    verb = statement.verb
    mayCommitEarly ||= COMMITTING.has(statement.first ?? '')
    controlsTransaction ||= CONTROLLING.has(statement.first ?? '')
    needsNoTransaction ||= statement.isSeparate
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
  // A single part is a single statement.
  const statementStarts = partStarts.length > 1 ? statementStartsIn(text) : partStarts
  const statementCount = statementStarts.length
  return {
    statementCount,
    statementStarts,
    partStarts,
    isPlainSelect: partStarts.length === 1 && !hasParameter && READS.has(verb ?? ''),
    mayCommitEarly,
    controlsTransaction,
    needsNoTransaction,
    beginsTransaction,
    endsTransaction,
  }
}

type StatementState = {
  /** Undefined while the statement is empty. */
  start: number | undefined
  depth: number
  first: string | undefined
  /** The main verb: after `with`, the first one outside parentheses. */
  verb: string | undefined
  previous: string | undefined
  /** The words `detach partition` were read. */
  isDetaching: boolean
  isSeparate: boolean
}

const newStatement = (): StatementState => ({
  start: undefined,
  depth: 0,
  first: undefined,
  verb: undefined,
  previous: undefined,
  isDetaching: false,
  isSeparate: false,
})

function readToken(statement: StatementState, token: SqlToken): void {
  statement.start ??= token.start
  if (token.kind === 'symbol') {
    if (token.text === '(') statement.depth += 1
    if (token.text === ')') statement.depth -= 1
  }
  if (token.kind !== 'word') return
  statement.isSeparate ||= isSeparateWord(statement, token.text)
  statement.isDetaching ||= statement.previous === 'detach' && token.text === 'partition'
  statement.previous = token.text
  if (statement.verb !== undefined) return
  if (statement.first === undefined) {
    statement.first = token.text
    if (token.text !== 'with') statement.verb = token.text
  } else if (statement.depth === 0 && VERBS.has(token.text)) statement.verb = token.text
}

/** Whether a word shows that its statement cannot run in a transaction. */
function isSeparateWord(statement: StatementState, word: string): boolean {
  const { first, previous, isDetaching } = statement
  if (first === undefined) return word === 'vacuum'
  if (word === 'concurrently') return previous === 'index' || first === 'reindex' || isDetaching
  return previous === first && SEPARATE.has(`${first} ${word}`)
}

import type { Fix } from '@stoa/contract/services/advisors/advisors'
import { isDeepStrictEqual } from 'node:util'
import { compile, statementText, type Sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import { authorOf, originOf, recordingStatements } from '../../project/migration-record.ts'
import type { Project } from '../../project/project.ts'
import { ruleOfKey } from './cache-key.ts'
import { findingNotFound, fixChanged, fixRefused, noFix, ruleNotFound } from './errors.ts'
import type { LintFix } from './lint.ts'
import { MAX_NAME_WORDS } from './limits.ts'
import { findLint } from './lint-list.ts'
import { BEGIN, COMMIT, prepareFix } from './queries.ts'
import { findFault } from './read-database.ts'

type FixDeps = { readonly protectedSchemas: readonly string[] }

const textsOf = (statements: readonly Sql[]): string[] =>
  statements.map((statement) => `${statementText(statement).trim()};`)

const present = ({ title, statements, undo, locks, effect }: LintFix): Fix => ({
  title,
  statements: textsOf(statements),
  undo: undo && textsOf(undo),
  locks,
  effect,
})

async function requireFix(deps: FixDeps, project: Project, cacheKey: string): Promise<LintFix> {
  const lint = findLint(ruleOfKey(cacheKey))
  if (!lint) throw ruleNotFound(ruleOfKey(cacheKey))
  const fault = await findFault(deps, project, { lint, cacheKey })
  if (!fault) throw findingNotFound()
  if (!fault.fix) throw noFix()
  return fault.fix
}

/** 404 `finding_not_found`, 409 `no_fix`. */
export const previewFix = async (deps: FixDeps, project: Project, cacheKey: string): Promise<Fix> =>
  present(await requireFix(deps, project, cacheKey))

type FixRequest = {
  readonly project: Project
  readonly member: Member
  readonly cacheKey: string
  /** The SQL that the member has seen. */
  readonly statements: readonly string[]
}

/**
 * Corrects a finding as the project's owner, and records the SQL as a migration. 409 `fix_changed`
 * if it is no longer the SQL that the member has seen.
 */
export async function applyFix(
  deps: FixDeps,
  { project, member, cacheKey, statements }: FixRequest,
): Promise<Fix> {
  const fix = await requireFix(deps, project, cacheKey)
  const shown = present(fix)
  if (!isDeepStrictEqual(shown.statements, [...statements])) throw fixChanged(shown)
  const record = recordingStatements({
    name: nameOf(cacheKey),
    statements: shown.statements,
    author: authorOf(member),
    rollback: shown.undo ?? undefined,
    details: {
      ...originOf(member, 'advisors'),
      // The transaction that records it begins after the statements have ended.
      ...(fix.isConcurrent && { duration_ms: null }),
    },
  })
  try {
    await (fix.isConcurrent ? runConcurrently : runInTransaction)(project, fix, record)
  } catch (error) {
    throw fixRefused(error)
  }
  return shown
}

/** The rule and the object, in the form of a migration's name. */
const nameOf = (cacheKey: string): string =>
  `fix ${decodeURIComponent(cacheKey)}`
    .toLowerCase()
    // A longer text could be cut within a character.
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_NAME_WORDS)
    .map((word) => /^.{0,30}/u.exec(word)?.[0] ?? '')
    .join('_') ?? 'fix'

const runInTransaction = (
  { database }: Project,
  { statements }: LintFix,
  record: readonly Sql[],
): Promise<void> =>
  database.as('postgres').transaction(async (tx) => {
    await tx.run(prepareFix(true))
    for (const statement of [...statements, ...record]) await tx.run(statement)
  })

/**
 * Runs statements that cannot be part of a transaction, and records them afterwards. If the server
 * stops in between, the drift page lists the index; an unfinished one is replaced by the next try.
 */
async function runConcurrently(
  { database }: Project,
  { statements }: LintFix,
  record: readonly Sql[],
): Promise<void> {
  const client = await database.connect('postgres', 'stoa advisors')
  try {
    for (const statement of [prepareFix(false), ...statements, BEGIN, ...record, COMMIT]) {
      const { text, values } = compile(statement)
      await (values.length === 0 ? client.query(text) : client.query(text, [...values]))
    }
  } finally {
    await client.end().catch(() => {})
  }
}

import { compile, rawSql, sql, type Sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Member } from '../../project/member.ts'
import {
  authorOf,
  nameOfWords,
  originOf,
  recordingStatements,
  type MigrationDetails,
} from '../../project/migration-record.ts'
import type { Project } from '../../project/project.ts'

export type RecordedChange = {
  /** The words in the name of the migration. */
  readonly words: readonly string[]
  /** The statement contains neither parameters nor secrets. */
  readonly statements: readonly Sql[]
}

/** The statements that record a change, for the owner's transaction that makes it. */
export function statementsThatRecord(
  author: string | null,
  { words, statements }: RecordedChange,
  origin: MigrationDetails = { source: 'wrappers' },
): readonly Sql[] {
  return recordingStatements({
    name: nameOfWords(words),
    statements: statements.map((statement) => compile(statement).text.trim()),
    author,
    details: { ...origin, no_rollback: NO_ROLLBACK },
  })
}

/** The server and its password are kept outside of the database's definition. */
const NO_ROLLBACK = 'Change it again under Integrations → Wrappers.'

/** Records a migration in the owner's transaction that makes its changes. */
export async function recordChange(
  tx: Session,
  member: Member,
  change: RecordedChange,
): Promise<void> {
  const origin = originOf(member, 'wrappers')
  for (const statement of statementsThatRecord(authorOf(member), change, origin))
    await tx.run(statement)
}

/**
 * Records the superuser's change, afterwards and as the owner: code that the owner attached to the
 * history must not run with more rights.
 */
export async function recordAfterwards(
  project: Project,
  member: Member,
  change: RecordedChange,
): Promise<void> {
  await project.database
    .as('postgres')
    .transaction((tx) => recordChange(tx, member, change))
    .catch((error: unknown) =>
      project.log('wrappers').warn({ error: String(error) }, 'Could not record a migration.'),
    )
}

type ServerAddress = {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/**
 * A foreign server as a statement that can run anywhere. Only this service can create the server
 * itself, whose password is in the vault, so the statement says what is missing.
 */
export function describeServer({ name, host, port, database, user }: ServerAddress): Sql {
  const text = (value: string) => `'${value.replaceAll("'", "''").replaceAll('%', '%%')}'`
  const body = `
begin
  if not exists (select from pg_catalog.pg_foreign_server where srvname = ${text(name).replaceAll('%%', '%')}) then
    raise warning ${text(`Create the foreign server ${name} in the dashboard, under Integrations → Wrappers: host ${host}, port ${port}, database ${database}, user ${user}.`)};
  end if;
end `
  const tag = ['stoa', 'server', 'foreign_server'].find((one) => !body.includes(`$${one}$`))
  return tag === undefined ? sql`select` : rawSql(`do $${tag}$${body}$${tag}$`)
}

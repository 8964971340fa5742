import { authorOf, originOf, recordingStatements } from '../../../project/migration-record.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import { quotedDollars } from '../sql-text.ts'
import type { Author } from '../history/change-definition.ts'
import { migrationName } from '../history/name.ts'

/**
 * Records the superuser's change, afterwards and as the owner: code that the owner attached to the
 * history must not run with more rights. Only a superuser can repeat the statements, so elsewhere
 * they warn instead of failing the migrations that follow.
 */
export async function recordEventTrigger(
  { project, member }: Author,
  statements: readonly Sql[],
): Promise<void> {
  const texts = statements.map((statement) => compile(statement).text)
  const [first] = texts
  if (first === undefined) return
  const migration = {
    name: migrationName(first),
    statements: texts.map(repeatable),
    author: authorOf(member),
    details: {
      ...originOf(member, 'triggers'),
      no_rollback: 'Change the event trigger again under Event triggers.',
    },
  }
  await project.database
    .as('postgres')
    .transaction(async (tx) => {
      for (const statement of recordingStatements(migration)) await tx.run(statement)
    })
    .catch((error: unknown) =>
      project.log('meta').warn({ error: String(error) }, 'Could not record a migration.'),
    )
}

function repeatable(statement: string): string {
  const body = `
begin
  ${statement};
exception when insufficient_privilege or undefined_object then
  raise warning using message = 'An event trigger was not changed, because that takes a superuser. Change it in the dashboard, under Database → Event triggers.';
end
`
  return `do ${quotedDollars(body)}`
}

import type { RowEffect } from '@stoa/contract/services/meta/ddl'
import type { Project } from '../../../project/project.ts'
import type { Member } from '../../../project/member.ts'
import type { Session } from '../../../postgres/database.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import { changeDatabase, readDatabase } from '../session.ts'
import { migrationName } from './name.ts'
import { authorOf, recordingStatements } from '../../../project/migration-record.ts'

/** The author and the database of a change; a member's request is one. */
export type Author = { readonly project: Project; readonly member: Member }

/** A transaction that changes definitions. */
export type DefinitionSession = Session & {
  /**
   * Runs a statement that becomes part of the migration. The effect on the table's rows is for the
   * preview.
   */
  define(statement: Sql, effect?: RowEffect): Promise<void>
}

/**
 * A transaction of the project's owner whose statements are recorded as a migration: all of `work`
 * is committed with its record, or nothing. Nothing is recorded if nothing was defined.
 */
export const changeDefinition = <T>(
  { project, member }: Author,
  work: (tx: DefinitionSession) => Promise<T>,
): Promise<T> =>
  changeDatabase(project, async (tx) => {
    const statements: string[] = []
    const result = await work({
      ...tx,
      async define(statement) {
        await tx.run(statement)
        statements.push(textOf(statement))
      },
    })
    const [first] = statements
    if (first === undefined) return result
    const migration = { name: migrationName(first), statements, author: authorOf(member) }
    for (const statement of recordingStatements(migration)) await tx.run(statement)
    return result
  })

/** A change of definitions that can be previewed. */
export type DefinitionChange<T> = {
  /** Reads the current state and generates the statements. */
  readonly define: (tx: DefinitionSession) => Promise<void>
  /** Reads the result after all statements. */
  readonly read: (tx: Session) => Promise<T>
}

export const applyDefinition = <T>(author: Author, change: DefinitionChange<T>): Promise<T> =>
  changeDefinition(author, async (tx) => {
    await change.define(tx)
    return change.read(tx)
  })

type Preview = { readonly statements: string[]; readonly effects: RowEffect[] }

/** The statements of a change, in order, and what they do with rows. Only reads are run. */
export const previewDefinition = (
  project: Project,
  { define }: DefinitionChange<unknown>,
): Promise<Preview> =>
  readDatabase(project, async (tx) => {
    const statements: string[] = []
    const effects = new Set<RowEffect>()
    await define({
      ...tx,
      async define(statement, effect) {
        statements.push(textOf(statement))
        if (effect !== undefined) effects.add(effect)
      },
    })
    return { statements, effects: [...effects] }
  })

function textOf(statement: Sql): string {
  const { text, values } = compile(statement)
  if (values.length > 0) throw new Error('A recorded statement cannot have parameters')
  return text.trim()
}

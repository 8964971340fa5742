import type { LastRun, RowEffect } from '@stoa/contract/services/meta/ddl'
import type { MigrationSource } from '@stoa/contract/services/meta/history'
import type { Project } from '../../../project/project.ts'
import type { Member } from '../../../project/member.ts'
import type { Session } from '../../../postgres/database.ts'
import type { Sql } from '../../../postgres/sql.ts'
import { changeDatabase, readDatabase } from '../session.ts'
import { readLastRun, readRunFacts } from './last-run-queries.ts'
import { migrationName } from './name.ts'
import { authorOf, originOf, recordingStatements } from '../../../project/migration-record.ts'
import { combineUndos, recordOf, textOf, type Undo } from './undo.ts'

/** The author and the database of a change; a member's request is one. */
export type Author = { readonly project: Project; readonly member: Member }

type Definition = {
  /** The effect on the table's rows, for the preview. */
  readonly effect?: RowEffect | undefined
  /** How it is undone; a function reads that after the statement has run. */
  readonly undo: Undo | ((tx: Session) => Promise<Undo>)
}

/** A transaction that changes definitions. */
export type DefinitionSession = Session & {
  /** Runs a statement that becomes part of the migration. */
  define(statement: Sql, definition: Definition): Promise<void>
}

/**
 * A transaction of the project's owner whose statements are recorded as a migration, with the SQL
 * that undoes them: all of `work` is committed with its record, or nothing. Nothing is recorded if
 * nothing was defined.
 */
export const changeDefinition = <T>(
  { project, member }: Author,
  source: MigrationSource,
  work: (tx: DefinitionSession) => Promise<T>,
): Promise<T> =>
  changeDatabase(project, async (tx) => {
    const statements: string[] = []
    const undos: Undo[] = []
    const result = await work({
      ...tx,
      async define(statement, { undo }) {
        await tx.run(statement)
        statements.push(textOf(statement))
        undos.push(typeof undo === 'function' ? await undo(tx) : undo)
      },
    })
    const [first] = statements
    if (first === undefined) return result
    const { rollback, ...details } = recordOf(combineUndos(undos))
    const migration = {
      name: migrationName(first),
      statements,
      author: authorOf(member),
      rollback,
      details: {
        ...originOf(member, source),
        ...details,
        ...(await readRunFacts(tx, statements)),
      },
    }
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
  changeDefinition(author, 'table_editor', async (tx) => {
    await change.define(tx)
    return change.read(tx)
  })

type Preview = {
  readonly statements: string[]
  readonly effects: RowEffect[]
  readonly last_run: LastRun | null
}

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
      async define(statement, { effect }) {
        statements.push(textOf(statement))
        if (effect !== undefined) effects.add(effect)
      },
    })
    const lastRun = await readLastRun(tx, statements)
    return { statements, effects: [...effects], last_run: lastRun }
  })

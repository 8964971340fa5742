import type { Session } from '../../postgres/session.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import {
  authorOf,
  nameOfWords,
  originOf,
  recordingStatements,
} from '../../project/migration-record.ts'
import type { Project } from '../../project/project.ts'

/** The database and the author of a change; a member's request is one. */
export type Author = { readonly project: Project; readonly member: Member }

type QueueChange = {
  /** The words in the name of the migration. */
  readonly words: readonly string[]
  readonly make: (tx: Session) => Promise<void>
  /** The opposite change, or why there is none. It only writes its statements. */
  readonly undo: ((tx: Session) => Promise<void>) | string
  /** The parts that the opposite change does not bring back. */
  readonly loss?: string
}

/** Makes a change and records its statements as a migration, both in the owner's transaction. */
export async function recordChange(
  tx: Session,
  member: Member,
  { words, make, undo, loss }: QueueChange,
): Promise<void> {
  const rollback = typeof undo === 'string' ? undefined : await statementsOf(tx, undo)
  const statements: string[] = []
  await make({
    ...tx,
    run: async (statement) => {
      statements.push(textOf(statement))
      return tx.run(statement)
    },
  })
  const migration = {
    name: nameOfWords(words),
    statements,
    author: authorOf(member),
    rollback,
    details: {
      ...originOf(member, 'queues'),
      ...(typeof undo === 'string' && { no_rollback: undo }),
      ...(loss !== undefined && { loss }),
    },
  }
  for (const statement of recordingStatements(migration)) await tx.run(statement)
}

/** The statements of a change that is not made. Its reads run. */
async function statementsOf(
  tx: Session,
  change: (tx: Session) => Promise<void>,
): Promise<string[]> {
  const statements: string[] = []
  await change({
    ...tx,
    run: async (statement) => {
      statements.push(textOf(statement))
      return 0
    },
  })
  return statements
}

function textOf(statement: Sql): string {
  const { text, values } = compile(statement)
  if (values.length > 0) throw new Error('A recorded statement cannot have parameters')
  return text.trim()
}

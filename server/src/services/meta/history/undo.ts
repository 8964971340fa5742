import { compile, type Sql } from '../../../postgres/sql.ts'

/** How a statement is undone: the SQL, with what it does not bring back, or why there is none. */
export type Undo =
  | { readonly statements: readonly Sql[]; readonly loss?: string | undefined }
  | { readonly impossible: string }

/** The undo of statements that ran in this order. One that can't be undone decides for all. */
export function combineUndos(undos: readonly Undo[]): Undo {
  const statements: Sql[] = []
  const losses: string[] = []
  for (const undo of undos.toReversed()) {
    if ('impossible' in undo) return undo
    statements.push(...undo.statements)
    if (undo.loss !== undefined) losses.push(undo.loss)
  }
  return { statements, ...(losses.length > 0 && { loss: [...new Set(losses)].join(' ') }) }
}

const NOTHING = 'The change is part of one that is undone as a whole.'

/** The record of an undo. Statements without SQL of their own leave nothing to run. */
export function recordOf(undo: Undo): {
  readonly rollback?: readonly string[]
  readonly no_rollback?: string
  readonly loss?: string | undefined
} {
  if ('impossible' in undo) return { no_rollback: undo.impossible }
  if (undo.statements.length === 0) return { no_rollback: NOTHING }
  return { rollback: undo.statements.map(textOf), loss: undo.loss }
}

/** The text of a statement that is recorded. */
export function textOf(statement: Sql): string {
  const { text, values } = compile(statement)
  if (values.length > 0) throw new Error('A recorded statement cannot have parameters')
  return text.trim()
}

import type { getTableDefinition } from '@stoa/contract/services/meta/catalogue'
import type { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { withQualifiedNames } from '../session.ts'
import { readFurtherStatements, readRelation, readTableLines } from './definition-queries.ts'
import { checkOid, tableNotFound } from './table-detail.ts'
import { readTable } from './tables.ts'

/**
 * The statements that create a table or a view with everything that belongs to it, as Postgres
 * takes them. 404 `table_not_found`.
 */
export async function readTableDefinition(
  tx: Session,
  id: number,
): Promise<z.infer<(typeof getTableDefinition)['response']>> {
  checkOid(id)
  return withQualifiedNames(tx, async () => {
    if ((await readTable(tx, id)) === undefined) throw tableNotFound()
    const relation = await readRelation(tx, id)
    const first =
      relation.view === null
        ? createTable(relation, await readTableLines(tx, id))
        : `${relation.keyword} ${relation.name}${relation.clauses} as\n${relation.view.replace(/;\s*$/, '')}`
    const further = await readFurtherStatements(tx, id)
    const statements = [first, ...further.map(({ text }) => text)]
    return {
      sql: statements.map((statement) => `${statement};\n`).join('\n'),
      size_bytes: relation.size_bytes,
      estimated_rows: relation.estimated_rows,
    }
  })
}

type Relation = Awaited<ReturnType<typeof readRelation>>

/** A partition takes its columns from its parent. */
export function createTable(
  relation: Relation,
  lines: readonly { readonly text: string }[],
): string {
  const { keyword, name, clauses, partition } = relation
  if (partition !== null) return `${keyword} ${name} ${partition}${clauses}`
  const body = lines.length === 0 ? '' : `\n${lines.map(({ text }) => `  ${text}`).join(',\n')}\n`
  return `${keyword} ${name} (${body})${clauses}`
}

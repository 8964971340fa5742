import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { estimatedRows } from '../catalogue/sql-parts.ts'
import { readDatabase } from '../session.ts'

/** About how many rows a table has; null if it is gone. */
export const readEstimatedRows = (project: Project, id: number): Promise<number | null> =>
  readDatabase(project, async (tx) => {
    const found = await tx.maybe(
      sql`
        select ${estimatedRows(sql`c`)} as rows
        from pg_class c
        where c.oid = ${String(id)}::oid`,
      z.object({ rows: z.number() }),
    )
    return found?.rows ?? null
  })

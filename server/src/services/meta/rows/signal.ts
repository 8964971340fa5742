import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { readDatabase } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { readShape } from './shape.ts'
import { signalSql } from './signal-sql.ts'

/** 404 `table_not_found`, 403 `table_withheld`. */
export const readRowSignal = (
  project: Project,
  id: number,
  sight: Sight,
): Promise<{ signal: string | null }> =>
  readDatabase(project, async (tx) => {
    const { kind } = await readShape(tx, id, sight)
    if (kind !== 'table' && kind !== 'partitioned_table') return { signal: null }
    const { signal } = await tx.one(signalSql(id), z.object({ signal: z.string().nullable() }))
    // A table can have thousands of partitions.
    return {
      signal: createHash('sha256')
        .update(signal ?? '')
        .digest('base64url'),
    }
  })

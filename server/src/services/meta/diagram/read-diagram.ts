import type { getDiagram } from '@stoa/contract/services/meta/diagram'
import type { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { schemaExists } from '../catalogue/schemas.ts'
import { schemaNotFound } from '../errors.ts'
import { withQualifiedNames } from '../session.ts'
import { isReadable, type Sight } from '../withheld.ts'
import { MAX_COLUMNS, MAX_RELATIONS, MAX_TABLES } from './limits.ts'
import { readColumns, readRelations, readTables } from './queries.ts'

type Diagram = z.infer<(typeof getDiagram)['response']>
type DiagramRequest = { readonly schema: string; readonly sight: Sight }

/** A schema as a picture shows it: three statements, whatever the number of tables. */
export async function readDiagram(
  tx: Session,
  { schema, sight }: DiagramRequest,
): Promise<Diagram> {
  if (!(await schemaExists(tx, schema))) throw schemaNotFound(schema)
  return withQualifiedNames(tx, async () => {
    const found = await readTables(tx, schema)
    const tables = found.slice(0, MAX_TABLES)
    const ids = tables.map(({ id }) => id)
    const columns = await readColumns(tx, ids)
    const relations = await readRelations(tx, ids)
    const byTable = Map.groupBy(columns.slice(0, MAX_COLUMNS), ({ table_id: id }) => id)
    return {
      tables: tables.map((table) => ({
        ...table,
        columns: (byTable.get(table.id) ?? []).filter(({ name }) =>
          isReadable({ schema, name: table.name }, name, sight),
        ),
      })),
      relations: relations.slice(0, MAX_RELATIONS),
      is_truncated:
        found.length > MAX_TABLES ||
        columns.length > MAX_COLUMNS ||
        relations.length > MAX_RELATIONS,
    }
  })
}

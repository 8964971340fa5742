import type { Session } from '../../../postgres/database.ts'
import {
  readFurtherStatements,
  readRelation,
  readTableLines,
} from '../catalogue/definition-queries.ts'
import { schemaExists } from '../catalogue/schemas.ts'
import { createTable } from '../catalogue/table-definition.ts'
import { schemaNotFound } from '../errors.ts'
import { withQualifiedNames } from '../session.ts'
import { schemaTooLarge } from './errors.ts'
import { MAX_TABLES } from './limits.ts'
import { readPrerequisites, readTablesInOrder } from './queries.ts'

const HEAD = '-- Functions, triggers, views and rows are not included.\n\n'

/** The statements that create the tables of a schema. Foreign keys come after all tables. */
export async function readSchemaDefinition(tx: Session, schema: string): Promise<string> {
  if (!(await schemaExists(tx, schema))) throw schemaNotFound(schema)
  return withQualifiedNames(tx, async () => {
    const tables = await readTablesInOrder(tx, schema)
    if (tables.length > MAX_TABLES) throw schemaTooLarge()
    const statements = (await readPrerequisites(tx, schema)).map(({ text }) => text)
    const foreignKeys: string[] = []
    const further: string[] = []
    for (const { id, name } of tables) {
      const relation = await readRelation(tx, id)
      const lines = await readTableLines(tx, id)
      statements.push(
        createTable(
          relation,
          lines.filter((line) => !line.is_foreign_key),
        ),
      )
      for (const line of lines)
        if (line.is_foreign_key) foreignKeys.push(`alter table ${name} add ${line.text}`)
      for (const { text } of await readFurtherStatements(tx, id))
        if (!isOfTrigger(text)) further.push(text)
    }
    return HEAD + [...statements, ...foreignKeys, ...further].map((text) => `${text};\n`).join('\n')
  })
}

/** Triggers need their functions, which are not part of the definition. */
const isOfTrigger = (statement: string): boolean =>
  /^CREATE (?:CONSTRAINT )?TRIGGER /.test(statement)

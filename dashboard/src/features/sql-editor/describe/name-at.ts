import { sourcesIn } from '../../../components/sql-editor/statement-sources.ts'
import { readName } from '../relation-name.ts'
import { statementAt } from '../statement-at.ts'
import { skipQuiet } from '@stoa/contract/services/meta/statements'

export type NameAtCursor = { readonly schema?: string | undefined; readonly name: string }

/**
 * The name of an object at a cursor, with its schema. The alias of a table stands for the table.
 * Undefined in comments and texts, and where there is no name.
 */
export function nameAt(text: string, cursor: number): NameAtCursor | undefined {
  const found = writtenAt(text, cursor)
  if (!found) return undefined
  const alias = found.schema ?? found.name
  const statement = statementAt(text, cursor)?.sql ?? ''
  const source = sourcesIn(statement).find((each) => each.alias === alias)
  const [table] = source?.tables ?? []
  return table && (found.schema !== undefined || table.name !== alias) ? table : found
}

function writtenAt(text: string, cursor: number): NameAtCursor | undefined {
  let index = 0
  while (index <= cursor && index < text.length) {
    const name = startsName(text, index) ? readName(text, index) : undefined
    if (name && name.end >= cursor)
      return name.schema === undefined
        ? { name: name.name }
        : { schema: name.schema, name: name.name }
    index = Math.max(name?.end ?? skipQuiet(text, index), index + 1)
  }
  return undefined
}

// A text such as E'…' begins like a name.
const startsName = (text: string, index: number) =>
  /["A-Za-z_\u0080-\uFFFF]/.test(text[index] ?? '') &&
  (text[index] === '"' || skipQuiet(text, index) === index)

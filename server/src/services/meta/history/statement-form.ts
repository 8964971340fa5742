/** A statement whose duration depends on the rows of its table. */
export type StatementForm = {
  /** The same for all statements that do the same work: `create index`. */
  readonly form: string
  /** The quoted name of the table. */
  readonly table: string
}

const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g
const QUALIFIED = '"(?:[^"]|"")*"\\."(?:[^"]|"")*"'
const ALTERED = new RegExp(`^alter table (${QUALIFIED})`)
const INDEXED = new RegExp(`\\son (${QUALIFIED})`)

/** The forms of `alter table`, with names replaced by N and texts by L. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/ alter column N type /, 'change type'],
  [/ alter column N set not null/, 'set not null'],
  [/ set (?:un)?logged/, 'set logged'],
  [/ add (?:constraint N )?primary key \(/, 'add key'],
  [/ add (?:constraint N )?unique\b(?! using)/, 'add key'],
  [/ add (?:constraint N )?exclude /, 'add exclusion'],
  [/ add (?:constraint N )?check .*(?<! not valid)$/s, 'add check'],
  [/ add (?:constraint N )?foreign key .*(?<! not valid)$/s, 'add foreign key'],
  [/ validate constraint /, 'validate constraint'],
  [/\sattach partition /, 'attach partition'],
]

/** Undefined for a statement that only changes the catalog. Takes SQL that the server wrote. */
export function formOf(statement: string): StatementForm | undefined {
  const shape = statement.replaceAll(QUOTED, (quoted) => (quoted.startsWith('"') ? 'N' : 'L'))
  const index = /^create (?:unique )?index(?: (concurrently))?/.exec(shape)
  if (index) {
    const table = INDEXED.exec(statement)?.[1]
    const form = index[1] === undefined ? 'create index' : 'create index concurrently'
    return table === undefined ? undefined : { form, table }
  }
  const table = ALTERED.exec(statement)?.[1]
  const form = FORMS.find(([pattern]) => pattern.test(shape))?.[1]
  return table === undefined || form === undefined ? undefined : { form, table }
}

/** The first statement whose duration depends on rows. */
export function longStatement(statements: readonly string[]): StatementForm | undefined {
  for (const statement of statements) {
    const found = formOf(statement)
    if (found) return found
  }
  return undefined
}

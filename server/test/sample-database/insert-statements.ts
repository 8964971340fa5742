export type SampleValue = string | number | boolean | null | readonly string[] | { json: object }

export type SampleTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SampleValue[])[]
}

/** The maximum number of rows per statement. */
const ROWS_AT_ONCE = 1000

/** The statements that fill a table, with one line per row. */
export function insertStatements({ name, columns, rows }: SampleTable): string {
  const statements: string[] = []
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const lines = rows
      .slice(first, first + ROWS_AT_ONCE)
      .map((row) => `  (${row.map(literal).join(', ')})`)
    statements.push(`insert into ${name} (${columns.join(', ')}) values\n${lines.join(',\n')};\n`)
  }
  return statements.join('\n')
}

function literal(value: SampleValue): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (typeof value === 'string') return quoted(value)
  if ('json' in value) return quoted(JSON.stringify(value.json))
  return quoted(`{${value.map((element) => JSON.stringify(element)).join(',')}}`)
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

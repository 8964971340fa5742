import { DuckDBInstance, StatementType, type DuckDBConnection } from '@duckdb/node-api'
import { RefusedQuery, requireSourcesOnly } from './allowed-query.ts'
import { jsonValue } from './json-value.ts'
import { MACROS } from './macros.ts'
import type { QueryRequest, QueryResult } from './protocol.ts'
import { LOCK, lockStatements, sourceView } from './views.ts'

export const CLOSED = {
  // Without a folder the engine would write to `.tmp` of the working folder.
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  threads: '2',
} as const

/**
 * Runs one query in an engine of its own, which is locked before the query's text is even parsed.
 */
export async function runQuery(request: QueryRequest): Promise<QueryResult> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...CLOSED,
    memory_limit: request.memoryLimit,
  })
  const connection = await instance.connect()
  try {
    const damaged = await openSources(connection, request)
    if (request.isOfMember) await requireAllowed(connection, request.text)
    return { ...(await collect(connection, request)), damaged }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Creates the views and locks the engine. Returns the files that are left out. */
async function openSources(
  connection: DuckDBConnection,
  { sources, span, now, isOfMember }: QueryRequest,
): Promise<readonly string[]> {
  const files = sources.flatMap(({ parquet, segments }) => [...parquet, ...segments])
  for (const statement of lockStatements(files)) await connection.run(statement)
  if (isOfMember)
    for (const macro of [...MACROS, `create macro utc_now() as make_timestamp(${now})`])
      await connection.run(macro)
  const damaged: string[] = []
  for (const source of sources) {
    try {
      await connection.run(sourceView(source, span, { isOfMember }))
    } catch (error) {
      const broken = await brokenFiles(connection, source.parquet)
      if (broken.length === 0) throw error
      damaged.push(...broken)
      const parquet = source.parquet.filter((file) => !broken.includes(file))
      await connection.run(sourceView({ ...source, parquet }, span, { isOfMember }))
    }
  }
  await connection.run(LOCK)
  return damaged
}

/** Files that are there but cannot be opened as Parquet. */
async function brokenFiles(
  connection: DuckDBConnection,
  parquet: readonly string[],
): Promise<readonly string[]> {
  const broken: string[] = []
  for (const file of parquet)
    await connection
      .run('select 1 from read_parquet($1) limit 0', [file])
      .catch((error: unknown) => {
        if (!isMissingFile(error)) broken.push(file)
      })
  return broken
}

export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /no files found|no such file/i.test(error.message)

async function requireAllowed(connection: DuckDBConnection, text: string): Promise<void> {
  const statements = await connection.extractStatements(text)
  if (statements.count !== 1) throw new RefusedQuery('Only one select statement can run at a time.')
  const prepared = await connection.run('select json_serialize_sql($1::varchar)', [text])
  const [[described] = []] = await prepared.getRows()
  const syntax = JSON.parse(String(described)) as { error: boolean; error_message?: string }
  if (syntax.error) throw new RefusedQuery('Only select statements can run over the logs.')
  requireSourcesOnly(syntax)
  const statement = await statements.prepare(0)
  const { statementType, parameterCount } = statement
  statement.destroySync()
  if (statementType !== StatementType.SELECT)
    throw new RefusedQuery('Only select statements can run over the logs.')
  if (parameterCount > 0) throw new RefusedQuery('A query over the logs cannot have parameters.')
}

async function collect(
  connection: DuckDBConnection,
  { text, values, maxRows, maxBytes }: QueryRequest,
): Promise<Omit<QueryResult, 'damaged'>> {
  const result = await connection.stream(text, [...values])
  const types = result.columnTypes()
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: typeName(String(types[index])) }))
  const rows: unknown[][] = []
  let bytes = 0
  for await (const chunk of result)
    for (const row of chunk.getRows()) {
      if (rows.length === maxRows) return { columns, rows, isTruncated: true }
      const values = row.map(jsonValue)
      bytes += JSON.stringify(values).length
      if (bytes > maxBytes) return { columns, rows, isTruncated: true }
      rows.push(values)
    }
  return { columns, rows, isTruncated: false }
}

/** The name of a type, without its arguments or the fields of its objects. */
function typeName(type: string): string {
  const open = type.indexOf('(')
  const bare = open === -1 ? type : type.slice(0, open) + type.slice(type.lastIndexOf(')') + 1)
  return bare.toLowerCase().replace('struct', 'record')
}

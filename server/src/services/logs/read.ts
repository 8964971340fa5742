import type { EndSignal } from '../../lib/end-signal.ts'
import type { LogReader, LogQuery, QueryResult } from '../../logs/index.ts'
import { compile, type Sql } from '../../postgres/sql.ts'

/** Runs a statement of this service over the logs of a project. */
export async function readLogs(
  reader: LogReader,
  ref: string,
  {
    statement,
    signal,
    ...query
  }: Omit<LogQuery, 'text' | 'values'> & {
    readonly statement: Sql
    readonly signal: EndSignal | undefined
  },
): Promise<QueryResult['rows']> {
  const { text, values } = compile(statement)
  const bound = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return value
    throw new TypeError('Statements over the logs bind texts and numbers')
  })
  return (await reader.read(ref, { ...query, text, values: bound }, signal)).rows
}

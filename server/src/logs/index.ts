export { fileColumns, logSource, type FileColumn } from './query/columns.ts'
export type { MicrosecondSpan, QueryResult } from './query/protocol.ts'
export type { LogQuery, LogReader } from './query/reader.ts'
export type { LogParts } from './parts.ts'

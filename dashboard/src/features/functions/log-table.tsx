import type { FunctionLogRow } from '@stoa/contract/services/functions/logs'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { formatExact, formatLogTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { LEVEL_LABELS } from './log-levels.ts'

type LogTableProps = { rows: readonly FunctionLogRow[]; source: 'invocations' | 'output' }

const VARIANTS = { debug: 'neutral', info: 'neutral', warn: 'warning', error: 'danger' } as const

/** Entries of a function's log; each can show all its fields. */
export const LogTable = ({ rows, source }: LogTableProps) => (
  <RecordTable
    label={source === 'output' ? 'Log' : 'Invocations'}
    items={rows}
    nameOf={({ message }) => message}
    columns={source === 'output' ? OUTPUT_COLUMNS : INVOCATION_COLUMNS}
    renderDetail={(row) => <CodeBlock label="details" wrap code={detailsOf(row)} />}
  />
)

const time: RecordColumn<FunctionLogRow> = {
  header: 'Time',
  className: 'hidden w-50 sm:table-cell',
  textClassName: 'whitespace-nowrap text-muted tabular-nums',
  title: (row) => formatExact(row.time),
  cell: (row) => <time dateTime={row.time}>{formatLogTime(row.time)}</time>,
}

const state = (header: string): RecordColumn<FunctionLogRow> => ({
  header,
  className: 'w-20',
  cell: ({ level, request }) => (
    <Badge variant={VARIANTS[level]}>{request?.status ?? LEVEL_LABELS[level]}</Badge>
  ),
})

const text = (header: string): RecordColumn<FunctionLogRow> => ({
  header,
  textClassName: 'py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap',
  cell: ({ request, message }) => (request ? `${request.method} ${request.path}` : message),
})

const version: RecordColumn<FunctionLogRow> = {
  header: 'Version',
  className: 'hidden w-20 sm:table-cell',
  textClassName: 'text-muted tabular-nums',
  cell: (row) => row.version,
}

const OUTPUT_COLUMNS = [time, state('Level'), text('Message'), version]

const INVOCATION_COLUMNS: readonly RecordColumn<FunctionLogRow>[] = [
  time,
  state('Status'),
  text('Request'),
  {
    header: 'Duration',
    align: 'right',
    className: 'w-24',
    textClassName: 'tabular-nums',
    cell: ({ request }) => `${request?.durationMs} ms`,
  },
  version,
]

/** The entry with the fields of its log source. */
const detailsOf = ({ id, time, source, message, fields, usage }: FunctionLogRow): string =>
  JSON.stringify(
    {
      id,
      timestamp: time,
      source,
      event_message: message,
      ...fields,
      ...(usage && { cpu_time_ms: usage.cpuMs, memory_bytes: usage.memoryBytes }),
    },
    null,
    2,
  )

import type { FunctionLogRow } from '@stoa/contract/services/functions/logs'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatExact } from '../../lib/dates.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { LEVEL_LABELS } from './log-levels.ts'

type LogTableProps = { rows: readonly FunctionLogRow[]; source: 'invocations' | 'output' }

const VARIANTS = { debug: 'neutral', info: 'neutral', warn: 'warning', error: 'danger' } as const

/** Entries of a function's log; each can show all its fields. */
export function LogTable({ rows, source }: LogTableProps) {
  const [open, setOpen] = useState<string>()
  const isOutput = source === 'output'
  const isNarrow = useMedia('(width < 40rem)')
  // Spanning hidden columns would show them again, without content.
  const columns = (isOutput ? 5 : 6) - (isNarrow ? 2 : 0)
  return (
    <Table aria-label={isOutput ? 'Log' : 'Invocations'} className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader className="w-10">
            <span className="sr-only">Details</span>
          </TableHeader>
          <TableHeader className="hidden w-56 sm:table-cell">Time</TableHeader>
          <TableHeader className="w-20">{isOutput ? 'Level' : 'Status'}</TableHeader>
          <TableHeader>{isOutput ? 'Message' : 'Request'}</TableHeader>
          {!isOutput && <TableHeader className="w-24">Duration</TableHeader>}
          <TableHeader className="hidden w-20 sm:table-cell">Version</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => {
          const { id, time, level, message, request, version } = row
          const isOpen = id === open
          return (
            <Fragment key={id}>
              <TableRow>
                <TableCell className="px-1">
                  <IconButton
                    label={isOpen ? 'Hide details' : 'Show details'}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? undefined : id)}
                  >
                    {isOpen ? (
                      <ChevronDown className="size-3.5" />
                    ) : (
                      <ChevronRight className="size-3.5" />
                    )}
                  </IconButton>
                </TableCell>
                <TableCell className="hidden whitespace-nowrap text-muted tabular-nums sm:table-cell">
                  <time dateTime={time}>{formatExact(time)}</time>
                </TableCell>
                <TableCell>
                  <Badge variant={VARIANTS[level]}>{request?.status ?? LEVEL_LABELS[level]}</Badge>
                </TableCell>
                <TableCell className="py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                  {request ? `${request.method} ${request.path}` : message}
                </TableCell>
                {!isOutput && (
                  <TableCell className="tabular-nums">{request?.durationMs} ms</TableCell>
                )}
                <TableCell className="hidden text-muted tabular-nums sm:table-cell">
                  {version}
                </TableCell>
              </TableRow>
              {isOpen && (
                <TableRow>
                  <TableCell colSpan={columns} className="p-2 whitespace-normal">
                    <CodeBlock label="details" wrap code={detailsOf(row)} />
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          )
        })}
      </TableBody>
    </Table>
  )
}

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

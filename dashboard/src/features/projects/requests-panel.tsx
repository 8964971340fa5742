import { useState, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useDailyUsage } from '../../data/resources/projects/overview.ts'
import { useProjectServices } from '../../data/resources/projects/services.ts'
import { formatExact, formatHour } from '../../lib/dates.ts'
import { formatCount } from '../../lib/quantities.ts'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { dailyRequests, type DailyRequests, type RequestCounts } from './daily-requests.ts'

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Requests and errors of the last day, per service and hour, as lines or as a table. */
export function RequestsPanel({ projectRef }: { projectRef: string }) {
  const usage = useDailyUsage(projectRef)
  const { data: services } = useProjectServices(projectRef)
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chart')
  const titleOf = (name: string) =>
    services?.find((service) => service.name === name)?.title ?? name
  const requests = usage.data && dailyRequests(usage.data, usage.dataUpdatedAt)
  const isEmpty = requests?.services.length === 0
  return (
    <section aria-labelledby="requests">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-4">
        <h2 id="requests" className="font-semibold">
          Requests <span className="font-normal text-muted">in the last 24 hours</span>
        </h2>
        {requests && !isEmpty && (
          <SegmentedControl
            aria-label="View of requests"
            value={view}
            options={VIEWS}
            onValueChange={setView}
          />
        )}
      </div>
      {usage.error && !requests && (
        <QueryError
          error={usage.error}
          title="Could not load the requests"
          onRetry={() => void usage.refetch()}
        />
      )}
      {usage.isPending && <Skeleton className="h-24" />}
      {isEmpty && (
        <p className="text-muted">
          No requests yet. A service appears here within seconds of its first request.
        </p>
      )}
      {requests && !isEmpty && view === 'chart' && (
        <RequestLines requests={requests} titleOf={titleOf} />
      )}
      {requests && !isEmpty && view === 'table' && (
        <RequestTable requests={requests} titleOf={titleOf} />
      )}
    </section>
  )
}

type RequestsProps = { requests: DailyRequests; titleOf: (service: string) => string }

function RequestLines({ requests: { hours, services }, titleOf }: RequestsProps) {
  const [cursor, setCursor] = useState<number>()
  const hour = cursor === undefined ? undefined : hours[cursor]
  return (
    <table className="w-full table-fixed border-collapse text-left text-xs">
      <thead className="text-muted [&_th]:h-7 [&_th]:font-normal">
        <tr>
          <th scope="col" className="w-16 sm:w-32">
            Service
          </th>
          <th scope="col" className="truncate">
            {hour === undefined ? 'Per hour' : formatHour(hour)}
          </th>
          <CountHeader isWide>Requests</CountHeader>
          <CountHeader>
            4xx<span className="sr-only"> errors</span>
          </CountHeader>
          <CountHeader>
            5xx<span className="sr-only"> errors</span>
          </CountHeader>
        </tr>
      </thead>
      <tbody className="divide-y border-t">
        {services.map(({ service, hours: counts, total }) => {
          const shown = (cursor === undefined ? undefined : counts[cursor]) ?? total
          return (
            <tr key={service}>
              <th scope="row" className="pr-3 font-normal">
                {titleOf(service)}
              </th>
              <td className="py-2">
                <Sparkline
                  label={`${titleOf(service)}: ${formatCount(total.requests)} requests and ${formatCount(errorsOf(total))} errors in the last 24 hours`}
                  cursor={cursor}
                  onCursorChange={setCursor}
                  lines={[
                    { tone: 'accent', values: counts.map(({ requests }) => requests) },
                    ...(errorsOf(total) > 0
                      ? [{ tone: 'danger' as const, values: counts.map(errorsOf) }]
                      : []),
                  ]}
                />
              </td>
              <Counts counts={shown} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const CountHeader = ({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) => (
  <th scope="col" className={isWide ? 'w-16 text-right' : 'w-9 text-right sm:w-14'}>
    {children}
  </th>
)

const errorsOf = ({ clientErrors, serverErrors }: RequestCounts) => clientErrors + serverErrors

function Counts({ counts: { requests, clientErrors, serverErrors } }: { counts: RequestCounts }) {
  return (
    <>
      <td className="text-right tabular-nums">{formatCount(requests)}</td>
      <td className={clientErrors > 0 ? 'text-right tabular-nums' : QUIET}>
        {formatCount(clientErrors)}
      </td>
      <td className={serverErrors > 0 ? 'text-right text-danger-text tabular-nums' : QUIET}>
        {formatCount(serverErrors)}
      </td>
    </>
  )
}

const QUIET = 'text-right text-muted tabular-nums'

function RequestTable({ requests: { hours, services }, titleOf }: RequestsProps) {
  const rows = services.flatMap(({ service, hours: counts }) =>
    counts.flatMap((count, index) => {
      const hour = hours[index]
      return hour === undefined || count.requests === 0 ? [] : [{ service, hour, ...count }]
    }),
  )
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeader>Hour</TableHeader>
          <TableHeader>Service</TableHeader>
          <TableHeader align="right">Requests</TableHeader>
          <TableHeader align="right">4xx</TableHeader>
          <TableHeader align="right">5xx</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows
          .toSorted((a, b) => b.hour - a.hour)
          .map(({ service, hour, requests, clientErrors, serverErrors }) => (
            <TableRow key={`${service} ${hour}`}>
              <TableCell className="whitespace-nowrap">
                <time dateTime={new Date(hour).toISOString()} title={formatExact(hour)}>
                  {formatHour(hour)}
                </time>
              </TableCell>
              <TableCell>{titleOf(service)}</TableCell>
              {[requests, clientErrors, serverErrors].map((count, index) => (
                <TableCell key={index} align="right" className="tabular-nums">
                  {formatCount(count)}
                </TableCell>
              ))}
            </TableRow>
          ))}
      </TableBody>
    </Table>
  )
}

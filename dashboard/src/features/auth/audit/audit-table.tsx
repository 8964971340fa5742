import type { AuditEntry } from '@stoa/contract/services/auth/members'
import { QueryError } from '../../../components/query-error.tsx'
import { Time } from '../../../components/time.tsx'
import { useAuditEntries, type AuditFilter } from '../../../data/resources/services/auth/users.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { factorName, providerName } from '../words.ts'
import { actionName } from './audit-actions.ts'

type AuditTableProps = {
  projectRef: string
  filter: AuditFilter
  /** Leaves out columns that do not fit in a panel. */
  isNarrow?: boolean
  /** The number of newest entries to show. */
  limit?: number
}

/** Entries of the audit log, newest first. */
export function AuditTable({ projectRef, filter, isNarrow = false, limit }: AuditTableProps) {
  const audit = useAuditEntries(projectRef, filter)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = audit
  if (error) {
    return (
      <QueryError
        error={error}
        title="Could not load the audit log"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  const entries = data.pages.flatMap((page) => page.entries).slice(0, limit)
  if (entries.length === 0) {
    return (
      <EmptyState
        title="No entries"
        description="Sign-ups, sign-ins, and account changes appear here."
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Table aria-label="Audit log" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader className="w-32">Time</TableHeader>
            <TableHeader>Event</TableHeader>
            {!isNarrow && <TableHeader className="hidden sm:table-cell">Actor</TableHeader>}
            <TableHeader className="hidden w-36 sm:table-cell">IP address</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell className="whitespace-nowrap text-muted">
                {entry.created_at && <Time date={entry.created_at} />}
              </TableCell>
              <TableCell>
                <div className="truncate" title={entry.action}>
                  {actionName(entry)}
                </div>
                <div className="truncate text-muted">{aboutOf(entry)}</div>
                <div className={classNames('truncate text-muted', !isNarrow && 'sm:hidden')}>
                  by {entry.actor}
                </div>
              </TableCell>
              {!isNarrow && (
                <TableCell className="hidden truncate text-muted sm:table-cell">
                  {entry.actor}
                </TableCell>
              )}
              <TableCell className="hidden truncate font-mono text-muted sm:table-cell">
                {entry.ip}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {hasNextPage && limit === undefined && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** The user or object that the entry is about, as far as its details say. */
function aboutOf({ traits }: AuditEntry): string | undefined {
  const { user_email: email, provider, factor_type: factor } = traits
  if (typeof email === 'string') return email
  if (typeof provider === 'string') return providerName(provider)
  return typeof factor === 'string' ? factorName(factor) : undefined
}

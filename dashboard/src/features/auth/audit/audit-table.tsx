import type { AuditEntry } from '@stoa/contract/services/auth/members'
import { QueryList } from '../../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { Time } from '../../../components/time.tsx'
import { useAuditEntries, type AuditFilter } from '../../../data/resources/services/auth/users.ts'
import { classNames } from '../../../lib/class-names.ts'
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
  return (
    <QueryList
      label="audit log"
      query={{
        ...audit,
        data: audit.data?.pages.flatMap((page) => page.entries).slice(0, limit),
      }}
      {...(limit === undefined && { pages: audit })}
      empty={{
        title: 'No entries',
        description: 'Sign-ups, sign-ins, and account changes appear here.',
      }}
    >
      {(entries) => (
        <RecordTable
          label="Audit log"
          items={entries}
          nameOf={actionName}
          columns={isNarrow ? [TIME, NARROW_EVENT, IP_ADDRESS] : [TIME, EVENT, ACTOR, IP_ADDRESS]}
        />
      )}
    </QueryList>
  )
}

const TIME: RecordColumn<AuditEntry> = {
  header: 'Time',
  className: 'w-32',
  textClassName: 'whitespace-nowrap text-muted',
  cell: ({ created_at }) => created_at && <Time date={created_at} />,
}
const eventColumn = (actorClassName?: string): RecordColumn<AuditEntry> => ({
  header: 'Event',
  cell: (entry) => (
    <>
      <div className="truncate" title={entry.action}>
        {actionName(entry)}
      </div>
      <div className="truncate text-muted">{aboutOf(entry)}</div>
      <div className={classNames('truncate text-muted', actorClassName)}>by {entry.actor}</div>
    </>
  ),
})
const NARROW_EVENT = eventColumn()
const EVENT = eventColumn('sm:hidden')
const ACTOR: RecordColumn<AuditEntry> = {
  header: 'Actor',
  className: 'hidden sm:table-cell',
  textClassName: 'truncate text-muted',
  cell: ({ actor }) => actor,
}
const IP_ADDRESS: RecordColumn<AuditEntry> = {
  header: 'IP address',
  className: 'hidden w-36 sm:table-cell',
  textClassName: 'truncate font-mono text-muted',
  cell: ({ ip }) => ip,
}

/** The user or object that the entry is about, as far as its details say. */
function aboutOf({ traits }: AuditEntry): string | undefined {
  const { user_email: email, provider, factor_type: factor } = traits
  if (typeof email === 'string') return email
  if (typeof provider === 'string') return providerName(provider)
  return typeof factor === 'string' ? factorName(factor) : undefined
}

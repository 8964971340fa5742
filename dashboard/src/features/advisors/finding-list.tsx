import { Link } from '@tanstack/react-router'
import { findingPath, objectName } from '../../components/advisors/finding-path.ts'
import { LEVEL_WORDS } from '../../components/advisors/levels.ts'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import type { ListedFinding, View } from './findings.ts'

type FindingListProps = {
  projectRef: string
  view: View
  /** Whether the database has been checked. */
  isChecked: boolean
  isFiltered: boolean
  findings: readonly ListedFinding[]
  onOpen: (finding: ListedFinding) => void
}

export function FindingList({ findings, onOpen, ...props }: FindingListProps) {
  if (findings.length === 0) return <NoFindings {...props} />
  return (
    <RecordTable
      label="Findings"
      items={findings}
      nameOf={({ title, ...finding }) => `${title}, ${objectName(finding)}`}
      columns={columnsOf(props.projectRef, onOpen)}
    />
  )
}

const columnsOf = (
  projectRef: string,
  onOpen: (finding: ListedFinding) => void,
): readonly RecordColumn<ListedFinding>[] => [
  {
    header: 'Finding',
    textClassName: 'align-top py-2 whitespace-normal',
    cell: (finding) => (
      <span className="flex items-start gap-2">
        <StatusDot tone={LEVEL_WORDS[finding.level].tone} className="mt-1.5" />
        <span className="min-w-0">
          <button
            type="button"
            className="text-left font-medium hover:underline"
            onClick={() => onOpen(finding)}
          >
            {finding.title}
          </button>
          <span className="block break-words text-muted">{finding.detail}</span>
          {finding.ignored && (
            <span className="block break-words text-muted">Ignored: {finding.ignored.reason}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    header: 'Object',
    className: 'hidden w-64 md:table-cell',
    textClassName: 'align-top py-2 truncate',
    title: objectName,
    cell: (finding) => <ObjectLink projectRef={projectRef} finding={finding} />,
  },
]

type ObjectLinkProps = { projectRef: string; finding: ListedFinding }

/** The object's name, with a link to its page. */
export function ObjectLink({ projectRef, finding }: ObjectLinkProps) {
  const path = findingPath(projectRef, finding)
  const name = objectName(finding)
  if (path === undefined) return <span className="text-muted">{name}</span>
  return (
    <Link to={path} className="text-accent-text hover:underline">
      {name}
    </Link>
  )
}

type NoFindingsProps = Pick<FindingListProps, 'view' | 'isChecked' | 'isFiltered'>

function NoFindings({ view, isChecked, isFiltered }: NoFindingsProps) {
  if (isFiltered)
    return <EmptyState title="No results" description="The selected rule has no findings here." />
  if (view === 'ignored')
    return (
      <EmptyState
        title="Nothing is ignored"
        description="Findings that you ignore are listed here with their reason."
      />
    )
  if (!isChecked)
    return (
      <EmptyState
        title="The database has not been checked yet"
        description="A check reads the catalog, not your data, and takes about a second."
      />
    )
  return (
    <EmptyState
      title={`No ${LEVEL_WORDS[view].many.toLowerCase()}`}
      description="The last check found nothing of this severity."
    />
  )
}

import type { Branch } from '@stoa/contract/platform/branches'
import {
  NameButton,
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../components/list/record-table.tsx'
import { branchKind } from '../../components/branches/branch-kind.ts'
import { BranchStatus } from '../../components/branches/branch-status.tsx'
import { Time } from '../../components/time.tsx'
import { useDiskUsage } from '../../data/resources/platform/disk.ts'
import { formatExact } from '../../lib/dates.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'

export type BranchAction =
  | 'open'
  | 'review'
  | 'rename'
  | 'persist'
  | 'protect'
  | 'unprotect'
  | 'reset'
  | 'keep'
  | 'delete'

type BranchTableProps = {
  branches: readonly Branch[]
  /** The ref of the open project. */
  currentRef: string
  /** Whether the member can change previews. */
  canWrite: boolean
  /** Whether the member can change persistent and protected branches. */
  canManage: boolean
  onAction: (action: BranchAction, branch: Branch) => void
}

/** The project itself, its persistent branches, and its previews. */
export function BranchTable({ branches, currentRef, onAction, ...rights }: BranchTableProps) {
  const nameOfRef = new Map(branches.map(({ project_ref, name }) => [project_ref, name]))
  return (
    <RecordTable
      label="Branches"
      items={branches}
      nameOf={({ name }) => name}
      columns={columnsOf({ currentRef, nameOfRef, onAction })}
      actions={(branch) => actionsOf(branch, rights, onAction)}
      noteOf={noteOf}
    />
  )
}

function actionsOf(
  branch: Branch,
  { canWrite, canManage }: Pick<BranchTableProps, 'canManage' | 'canWrite'>,
  onAction: BranchTableProps['onAction'],
): RecordAction[] {
  const item = (action: BranchAction, label: string): RecordAction => ({
    label,
    onSelect: () => onAction(action, branch),
  })
  const { is_default, is_persistent, is_protected } = branch
  const open = item('open', 'Open')
  const mayChange = is_persistent || is_protected ? canManage : canWrite
  if (is_default) return [open]
  const review = item('review', 'Review changes')
  if (!mayChange) return [open, review]
  return [
    open,
    review,
    item('rename', 'Rename'),
    ...(canManage && !is_persistent ? [item('persist', 'Make persistent')] : []),
    ...(canManage
      ? [is_protected ? item('unprotect', 'Remove protection') : item('protect', 'Protect')]
      : []),
    { ...item('reset', 'Reset to parent'), disabled: is_protected || !canReset(branch) },
    ...(branch.deletion_scheduled_at === null ? [] : [item('keep', 'Cancel deletion')]),
    { ...item('delete', 'Delete branch'), variant: 'danger', disabled: is_protected },
  ]
}

/** The statuses in which the fleet takes a reset. */
const RESETTABLE: readonly Branch['status'][] = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INACTIVE',
  'RESTORE_FAILED',
]
const canReset = ({ status }: Branch) => RESETTABLE.includes(status)

function noteOf({ is_default, is_protected }: Branch): string | undefined {
  if (is_default) return 'Change or delete the project itself in its settings.'
  return is_protected ? 'Remove the protection to delete or reset this branch.' : undefined
}

type ColumnOptions = Pick<BranchTableProps, 'currentRef' | 'onAction'> & {
  nameOfRef: ReadonlyMap<string, string>
}

const columnsOf = ({
  currentRef,
  nameOfRef,
  onAction,
}: ColumnOptions): readonly RecordColumn<Branch>[] => [
  {
    header: 'Name',
    cell: (branch) => (
      <>
        <NameButton
          className="font-medium"
          onClick={() => onAction('open', branch)}
          beside={branch.project_ref === currentRef && <Badge variant="accent">Current</Badge>}
        >
          {branch.name}
        </NameButton>
        <div className="truncate text-xs text-muted" title={originOf(branch, nameOfRef)}>
          {originOf(branch, nameOfRef)}
        </div>
      </>
    ),
  },
  {
    header: 'Kind',
    className: 'hidden w-24 sm:table-cell',
    cell: (branch) => branchKind(branch),
  },
  {
    header: 'Status',
    className: 'w-28',
    cell: (branch) => <BranchStatus branch={branch} />,
  },
  {
    header: 'Expires',
    className: 'hidden w-28 md:table-cell',
    cell: (branch) => <End branch={branch} />,
  },
  {
    header: 'Created',
    className: 'hidden w-36 xl:table-cell',
    cell: ({ created_at, created_by }) => (
      <>
        <Time date={created_at} className="text-muted" />
        {created_by !== null && (
          <div className="truncate text-xs text-muted" title={created_by}>
            by {created_by}
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Size',
    align: 'right',
    className: 'hidden w-22 md:table-cell',
    cell: (branch) => <Size branch={branch} />,
  },
]

const ORIGINS = { data: 'Copy', schema: 'Schema', anonymized: 'Anonymized copy' } as const

function originOf(
  { is_default, is_protected, parent_project_ref, content, copied_from, git_branch }: Branch,
  nameOfRef: ReadonlyMap<string, string>,
): string {
  if (is_default) return 'The project itself'
  const parent = nameOfRef.get(parent_project_ref ?? '') ?? 'a deleted branch'
  const moment = copied_from === null ? '' : ` at ${formatExact(copied_from)}`
  const origin = `${ORIGINS[content]} of ${parent}${moment}`
  return [
    ...(is_protected ? ['Protected'] : []),
    origin,
    ...(git_branch === null ? [] : [`Git branch ${git_branch}`]),
  ].join(' · ')
}

function End({ branch }: { branch: Branch }) {
  const { deletion_scheduled_at: deletion, expires_at, is_protected } = branch
  if (deletion !== null)
    return (
      <span className="text-danger-text">
        Deleted <Time date={deletion} />
      </span>
    )
  if (expires_at === null) return <span className="text-muted">Never</span>
  if (is_protected) return <span className="text-muted">Not while protected</span>
  return <Time date={expires_at} />
}

/** The disk space of a branch whose copy is done. */
function Size({ branch: { project_ref, status } }: { branch: Branch }) {
  const hasData = status !== 'COMING_UP' && status !== 'INIT_FAILED' && status !== 'GOING_DOWN'
  const { data } = useDiskUsage(hasData ? project_ref : undefined)
  return <span className="tabular-nums">{data ? formatBytes(data.used_bytes) : '–'}</span>
}

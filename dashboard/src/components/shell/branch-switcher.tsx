import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useNavigate } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import { useBranches } from '../../data/resources/platform/branches.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { branchKind } from '../branches/branch-kind.ts'
import { statusLabel } from '../project-status.tsx'
import { closedPanels } from '../rooms/panel-link.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import { Switcher } from './switcher.tsx'

/** The open branch in the top bar, with the others to switch to. */
export function BranchSwitcher({ project }: { project: ProjectDetail }) {
  const { ref, abilities } = project
  const { data: branches = [], isPending } = useBranches(ref)
  const navigate = useNavigate()
  const rooms = useRooms()
  const open = branches.find(({ project_ref }) => project_ref === ref)
  const options = branches.map((branch) => ({
    id: branch.project_ref,
    name: branch.name,
    detail: branch.status === 'ACTIVE_HEALTHY' ? branchKind(branch) : statusLabel(branch.status),
  }))
  const all = {
    label: 'All branches',
    onSelect: () => void navigate({ to: '/project/$ref/branches', params: { ref } }),
  }
  const create = {
    label: 'Create branch',
    isNew: true,
    onSelect: () =>
      void navigate({ to: '/project/$ref/branches', params: { ref }, search: { panel: 'new' } }),
  }
  return (
    <>
      <Switcher
        kind="Branch"
        icon={GitBranch}
        current={options.find(({ id }) => id === ref)}
        isLoading={isPending}
        options={options}
        onSelect={(id) =>
          void navigate({ to: '/project/$ref', params: { ref: id }, search: closedPanels(rooms) })
        }
        footer={[all, ...(abilities.includes('branch:write') ? [create] : [])]}
      />
      {open && (
        <Badge variant={open.is_default ? 'neutral' : 'accent'} className="max-lg:hidden">
          {branchKind(open)}
        </Badge>
      )}
    </>
  )
}

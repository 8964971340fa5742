import type { Branch } from '@stoa/contract/platform/branches'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import {
  useBranches,
  useRestoreBranch,
  useUpdateBranch,
} from '../../data/resources/platform/branches.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { BranchTable, type BranchAction } from './branch-table.tsx'
import { DeleteBranchDialog } from './delete-branch-dialog.tsx'
import { NewBranchSheet } from './new-branch-sheet.tsx'
import { RenameBranchSheet } from './rename-branch-sheet.tsx'
import { ResetBranchDialog } from './reset-branch-dialog.tsx'

/** The branches of a project: copies of it that are projects of their own. */
export function BranchesPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('branch:write')
  const { panel, open, close } = useOpenPanel(['new', 'rename'])
  const branches = useBranches(projectRef)
  const renamed =
    panel?.kind === 'rename' ? branches.data?.find(({ id }) => id === panel.id) : undefined
  const create = canWrite && (
    <Button variant="primary" onClick={() => open('new')}>
      Create branch
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Branches"
      product="database"
      description="Copies of the project to try changes on. Each has its own database, API and keys."
      action={create}
      needs={['branch:read']}
      forbidden="This page lists the copies of the project."
    >
      {(project) => (
        <>
          <QueryList
            label="branches"
            query={branches}
            empty={{ title: 'No branches', description: 'The project was deleted.' }}
          >
            {(items) => (
              <Branches
                project={project}
                branches={items}
                onRename={({ id }) => open('rename', id)}
                create={create}
              />
            )}
          </QueryList>
          {panel?.kind === 'new' && canWrite && branches.data && (
            <NewBranchSheet project={project} branches={branches.data} onClose={close} />
          )}
          {renamed && <RenameBranchSheet key={renamed.id} branch={renamed} onClose={close} />}
        </>
      )}
    </ProjectPage>
  )
}

type BranchesProps = {
  project: ProjectDetail
  branches: readonly Branch[]
  onRename: (branch: Branch) => void
  create: ReactNode
}

function Branches({ project, branches, onRename, create }: BranchesProps) {
  const navigate = useNavigate()
  const update = useUpdateBranch()
  const restore = useRestoreBranch()
  const [deleted, setDeleted] = useState<Branch>()
  const [resetting, setResetting] = useState<Branch>()
  const act = (action: BranchAction, branch: Branch) => {
    const { project_ref: ref } = branch
    if (action === 'open') return void navigate({ to: '/project/$ref', params: { ref } })
    if (action === 'review')
      return void navigate({ to: '/project/$ref/branch-review', params: { ref } })
    if (action === 'rename') return onRename(branch)
    if (action === 'delete') return setDeleted(branch)
    if (action === 'reset') return setResetting(branch)
    if (action === 'keep') return restore.mutate(ref)
    if (action === 'persist') return update.mutate({ ref, is_persistent: true })
    return update.mutate({ ref, is_protected: action === 'protect' })
  }
  return (
    <>
      <BranchTable
        branches={branches}
        currentRef={project.ref}
        canWrite={project.abilities.includes('branch:write')}
        canManage={project.abilities.includes('branch:manage')}
        onAction={act}
      />
      {branches.length === 1 && (
        <EmptyState
          title="No branches yet"
          description="A branch is a copy of this project. Try a migration or a risky change on it, and delete it when you are done."
          action={create}
        />
      )}
      <ResetBranchDialog
        branch={resetting}
        branches={branches}
        onClose={() => setResetting(undefined)}
      />
      <DeleteBranchDialog
        branch={deleted}
        branches={branches}
        currentRef={project.ref}
        onClose={() => setDeleted(undefined)}
      />
    </>
  )
}

import { Forbidden } from '../../../components/forbidden.tsx'
import { useCan, useProject } from '../../../data/resources/projects/projects.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { InviteUserDialog, NewUserDialog } from './new-user-dialogs.tsx'
import { UserList } from './user-list.tsx'
import { UserSheet } from './user-sheet.tsx'
import type { UsersSearch } from './users-search.ts'

type UsersPageProps = {
  projectRef: string
  search: UsersSearch
  onSearch: (search: UsersSearch, options?: { replace?: boolean }) => void
}

/** The users of the project's apps. */
export function UsersPage({ projectRef, search, onSearch }: UsersPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Users', project?.name)
  if (!project) return null
  if (!can('auth:read')) {
    return (
      <Page>
        <PageHeader title="Users" />
        <Forbidden missing="auth:read">This page shows the users of the project’s apps.</Forbidden>
      </Page>
    )
  }
  const canWrite = can('auth:write')
  const { user, panel } = search
  const closePanel = () => onSearch({ ...search, panel: undefined }, { replace: true })
  const show = (id: string) => onSearch({ ...search, panel: undefined, user: id })
  return (
    <Page>
      <PageHeader
        title="Users"
        description="People who signed up for your apps."
        action={
          canWrite && (
            <div className="flex gap-2">
              <Button onClick={() => onSearch({ ...search, panel: 'invite' })}>Invite user</Button>
              <Button variant="primary" onClick={() => onSearch({ ...search, panel: 'new' })}>
                New user
              </Button>
            </div>
          )
        }
      />
      <UserList projectRef={projectRef} canWrite={canWrite} search={search} onSearch={onSearch} />
      {canWrite && panel === 'new' && (
        <NewUserDialog projectRef={projectRef} onCreated={show} onClose={closePanel} />
      )}
      {canWrite && panel === 'invite' && (
        <InviteUserDialog projectRef={projectRef} onCreated={show} onClose={closePanel} />
      )}
      {user !== undefined && (
        <UserSheet
          key={user}
          projectRef={projectRef}
          userId={user}
          canWrite={canWrite}
          onClose={() => onSearch({ ...search, user: undefined })}
        />
      )}
    </Page>
  )
}

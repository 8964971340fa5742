import { ProjectPage } from '../../../components/project-page.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
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
  const canWrite = useCan(projectRef)('auth:write')
  const { user, panel } = search
  const closePanel = () => onSearch({ ...search, panel: undefined }, { replace: true })
  const show = (id: string) => onSearch({ ...search, panel: undefined, user: id })
  return (
    <ProjectPage
      projectRef={projectRef}
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
      needs={['auth:read']}
      forbidden="This page shows the users of the project’s apps."
    >
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
    </ProjectPage>
  )
}

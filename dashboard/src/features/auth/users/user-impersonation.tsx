import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useNavigate } from '@tanstack/react-router'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Item, List, Part } from './panel-parts.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { isBanned } from './user-state.tsx'

type UserImpersonationProps = { projectRef: string; user: UserDetail; canWrite: boolean }

/** Shows the project's data, and the app, as the user sees them. */
export function UserImpersonation({ projectRef, user, canWrite }: UserImpersonationProps) {
  const can = useCan(projectRef)
  const navigate = useNavigate()
  const [, impersonate] = useImpersonation(projectRef)
  const open = (to: '/project/$ref/editor' | '/project/$ref/sql') => {
    impersonate({ role: 'authenticated', userId: user.id })
    void navigate({ to, params: { ref: projectRef } })
  }
  const isConfirmed = user.email !== null && user.email_confirmed_at !== null
  const canLink = canWrite && isConfirmed && !isBanned(user)
  if (!can('database:read') && !canLink) return null
  return (
    <Part title="Impersonation">
      <List>
        {can('database:read') && (
          <Item>
            View tables with the policies of this user
            <Button size="sm" className="ml-auto" onClick={() => open('/project/$ref/editor')}>
              Open table editor
            </Button>
          </Item>
        )}
        {can('database:write') && (
          <Item>
            Run queries as this user
            <Button size="sm" className="ml-auto" onClick={() => open('/project/$ref/sql')}>
              Open SQL editor
            </Button>
          </Item>
        )}
        {canLink && <SignInLink projectRef={projectRef} user={user} />}
      </List>
    </Part>
  )
}

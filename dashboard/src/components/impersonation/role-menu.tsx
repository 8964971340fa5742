import { UserCog } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useImpersonation } from '../../data/local/impersonation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { useImpersonatedName } from './use-impersonated-name.ts'

/** Loads when the menu is opened first, because few people change the role. */
const OwnerOrRoleChoice = lazy(async () => ({
  default: (await import('./role-choice.tsx')).OwnerOrRoleChoice,
}))

type RoleMenuProps = {
  projectRef: string
  /** Why the role cannot be changed now. */
  disabledReason?: string | undefined
}

/** Selects the role or user that the editors of a project impersonate. */
export function RoleMenu({ projectRef, disabledReason }: RoleMenuProps) {
  const [impersonation, impersonate] = useImpersonation(projectRef)
  const name = useImpersonatedName(projectRef, impersonation)
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Role: ${name}`}
          title={disabledReason ?? 'Role and user to run as'}
          disabled={disabledReason !== undefined}
          className="max-w-44 min-w-0"
        >
          <UserCog className="size-3.5 shrink-0" />
          <span className="truncate max-sm:hidden">{name}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent className="grid w-80 gap-3">
        <Suspense fallback={<div className="h-7" />}>
          <OwnerOrRoleChoice
            label="Role"
            projectRef={projectRef}
            value={impersonation}
            onChange={impersonate}
          />
        </Suspense>
        <p className="text-xs text-muted">
          Applies to the table editor and the SQL editor. The privileges and policies of the role
          decide what you can read and change, as they do for API requests. The audit log records
          it.
        </p>
      </PopoverContent>
    </Popover>
  )
}

import { UserCog } from 'lucide-react'
import { useImpersonation } from '../../data/local/impersonation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useImpersonatedName } from './use-impersonated-name.ts'

type ImpersonationBarProps = {
  projectRef: string
  /** The page's activity as the role: `Viewing rows`. */
  doing: string
  /** Why the role cannot be changed now. */
  disabledReason?: string | undefined
}

/** Shows the impersonated role of an editor, with a button that ends the impersonation. */
export function ImpersonationBar({ projectRef, doing, disabledReason }: ImpersonationBarProps) {
  const [impersonation, impersonate] = useImpersonation(projectRef)
  const name = useImpersonatedName(projectRef, impersonation)
  if (!impersonation) return null
  const { role, userId, claims } = impersonation
  const level = claims?.['aal'] === 'aal2' ? ', AAL2' : ''
  return (
    <section
      aria-label="Impersonation"
      className="flex min-h-9 items-center gap-2 border-b bg-warning-soft px-3 py-1 text-xs"
    >
      <UserCog className="size-3.5 shrink-0 text-warning-text" />
      <span className="min-w-0 flex-1 break-words">
        {doing} as <strong className="font-semibold">{name}</strong>
        {userId !== undefined && ` (${role}${level})`}
        {userId === undefined && level}
      </span>
      <Button
        size="sm"
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onClick={() => impersonate(undefined)}
      >
        Stop
      </Button>
    </section>
  )
}

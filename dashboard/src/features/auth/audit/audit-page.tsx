import { ProjectPage } from '../../../components/project-page.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ACTION_OPTIONS } from './audit-actions.ts'
import { AuditTable } from './audit-table.tsx'

type AuditPageProps = {
  projectRef: string
  /** The action that is shown; all if undefined. */
  action: string | undefined
  onAction: (action: string | undefined) => void
}

const OPTIONS = [{ value: 'all', label: 'All events' }, ...ACTION_OPTIONS]

/** Lists who did what to which account. */
export function AuditPage({ projectRef, action, onAction }: AuditPageProps) {
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Audit log"
      product="auth"
      description="Actions by users and members on user accounts."
      needs={['auth:read']}
      forbidden="This page shows actions on user accounts."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Select
          aria-label="Event"
          className="w-64"
          value={action ?? 'all'}
          options={OPTIONS}
          onValueChange={(value) => onAction(value === 'all' ? undefined : value)}
        />
        <AuditTable projectRef={projectRef} filter={action === undefined ? {} : { action }} />
      </div>
    </ProjectPage>
  )
}

import { Forbidden } from '../../../components/forbidden.tsx'
import { useCan, useProject } from '../../../data/resources/projects/projects.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
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
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Auth audit log', project?.name)
  if (!project) return null
  return (
    <Page>
      <PageHeader title="Audit log" description="Actions by users and members on user accounts." />
      {can('auth:read') ? (
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
      ) : (
        <Forbidden missing="auth:read">This page shows actions on user accounts.</Forbidden>
      )}
    </Page>
  )
}

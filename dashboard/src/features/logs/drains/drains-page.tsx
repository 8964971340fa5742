import { MAX_LOG_DRAINS } from '@stoa/contract/services/logs/drains'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { Link } from '@tanstack/react-router'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { useOrganizations } from '../../../data/resources/platform/organizations.ts'
import { useCapability } from '../../../data/resources/platform/profile.ts'
import { useCan, useProject } from '../../../data/resources/platform/projects.ts'
import { useLogDrains } from '../../../data/resources/services/logs/drains.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { EditDrainSheet, NewDrainSheet } from './drain-sheet.tsx'
import { DrainTable } from './drain-table.tsx'

/** The servers to which a project's logs are sent. */
export function DrainsPage({ projectRef }: { projectRef: string }) {
  const isIncluded = useIsIncluded(projectRef)
  const canWrite = useCan(projectRef)('log_drains:write')
  const drains = useLogDrains(projectRef)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['edit'],
    items: drains.data,
  })
  const canCreate = canWrite && isIncluded
  const create = (
    <Button variant="primary" onClick={() => open('new')}>
      New log drain
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Log drains"
      product="logs"
      description="Send the project’s logs to other services. Events that a destination does not accept are sent again for as long as they are stored."
      action={canCreate && create}
      needs={['logs:read']}
      forbidden="This page lists the log drains of the project."
    >
      {!isIncluded && <PlanNotice projectRef={projectRef} />}
      <QueryList
        label="log drains"
        query={drains}
        maximum={MAX_LOG_DRAINS}
        empty={{
          title: 'No log drains yet',
          description:
            'A log drain sends new events to a destination such as Datadog, Loki, or an S3 bucket within seconds.',
          action: canCreate && create,
        }}
      >
        {(items) => (
          <DrainTable
            projectRef={projectRef}
            drains={items}
            canWrite={canWrite}
            onEdit={(drain) => open('edit', drain)}
          />
        )}
      </QueryList>
      {canCreate && panel?.kind === 'new' && (
        <NewDrainSheet projectRef={projectRef} onClose={close} />
      )}
      {canWrite && panel?.kind === 'edit' && (
        <EditDrainSheet projectRef={projectRef} drain={panel.item} onClose={close} />
      )}
    </ProjectPage>
  )
}

const PLANS: ReadonlySet<PlanId> = new Set(['team', 'enterprise'])

function useIsIncluded(projectRef: string): boolean {
  const areLimited = useCapability()('plans:limited')
  const { data: project } = useProject(projectRef)
  const { data: organizations } = useOrganizations()
  const organization = organizations?.find(({ slug }) => slug === project?.organization_slug)
  return !areLimited || organization === undefined || PLANS.has(organization.plan.id)
}

function PlanNotice({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  return (
    <Callout
      title="Log drains need the Team plan"
      action={
        project && (
          <Button asChild>
            <Link to="/org/$slug/billing" params={{ slug: project.organization_slug }}>
              Change plan
            </Link>
          </Button>
        )
      }
    >
      The current plan of the organization does not include them.
    </Callout>
  )
}

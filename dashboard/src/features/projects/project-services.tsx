import type { ServiceHealth } from '@stoa/contract/platform/projects'
import { QueryError } from '../../components/query-error.tsx'
import { useProjectServices } from '../../data/resources/platform/services.ts'
import { classNames } from '../../lib/class-names.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusDot, type StatusTone } from '../../ui/display/status-dot.tsx'

const STATUSES: Record<ServiceHealth['status'], { label: string; tone: StatusTone }> = {
  healthy: { label: 'Healthy', tone: 'success' },
  unhealthy: { label: 'Unavailable', tone: 'danger' },
  sleeping: { label: 'Sleeping', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'neutral' },
}

/** Every service of a project with its state; for a failed one, the reason and what to do. */
export function ProjectServices({ projectRef }: { projectRef: string }) {
  const { data: services, error, refetch } = useProjectServices(projectRef)
  if (error && !services) {
    return (
      <QueryError
        error={error}
        title="Could not load the services"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!services) return <Skeleton className="h-32" />
  return (
    <section aria-labelledby="project-services" className="text-xs">
      <h2 id="project-services" className="text-muted font-normal">
        Services
      </h2>
      <ul className="mt-1.5 grid gap-1.5">
        {services.map((service) => (
          <li key={service.name}>
            <ServiceLine service={service} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServiceLine({ service: { title, status, error } }: { service: ServiceHealth }) {
  const { label, tone } = STATUSES[status]
  return (
    <>
      <span className="flex items-center gap-2">
        <StatusDot tone={tone} className={classNames(status === 'sleeping' && 'opacity-50')} />
        <span className="grow">{title}</span>
        <span className="text-muted">{label}</span>
      </span>
      {error && (
        <span className="text-muted mt-1 block pl-4">
          <span className="text-danger">{error.message}</span> {error.hint}
        </span>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { PRODUCTS } from '../../components/rooms/products.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type LogsFrameProps = { projectRef: string; title: string; children: ReactNode }

/** A page that fills the window, for members who can read the logs. */
export function LogsFrame({ projectRef, title, children }: LogsFrameProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(title, PRODUCTS.logs.label, project?.name)
  const canRead = can('logs:read')
  return (
    <div
      data-slot="logs-page"
      className="flex h-[calc(100dvh-var(--shell-top))] min-h-0 w-full flex-col overflow-hidden"
    >
      {!project && <Skeleton className="m-6 h-64" />}
      {project && !canRead && (
        <div className="p-6">
          <Forbidden missing="logs:read">This page shows the logs of the project.</Forbidden>
        </div>
      )}
      {project && canRead && children}
    </div>
  )
}

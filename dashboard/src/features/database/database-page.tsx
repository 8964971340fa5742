import type { ReactNode } from 'react'
import { ProjectPage } from '../../components/project-page.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'

type DatabasePageProps = {
  projectRef: string
  title: string
  description: ReactNode
  /** The primary action, for members who can change the database. */
  action?: ReactNode
  children: (access: { canWrite: boolean }) => ReactNode
}

/** The frame of the pages that list the objects of a database. */
export function DatabasePage({
  projectRef,
  title,
  description,
  action,
  children,
}: DatabasePageProps) {
  const canWrite = useCan(projectRef)('database:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title={title}
      product="database"
      description={description}
      action={canWrite && action}
      needs={['database:read']}
      forbidden="This page shows objects of the database."
    >
      {() => children({ canWrite })}
    </ProjectPage>
  )
}

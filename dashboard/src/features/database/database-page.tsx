import type { ReactNode } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'

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
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(title, 'Database', project?.name)
  if (!project) return null
  const canWrite = can('database:write')
  return (
    <Page>
      <PageHeader title={title} description={description} action={canWrite && action} />
      {can('database:read') ? (
        children({ canWrite })
      ) : (
        <Forbidden missing="database:read">This page shows objects of the database.</Forbidden>
      )}
    </Page>
  )
}

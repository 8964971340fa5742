import type { ReactNode } from 'react'
import { PageNavigation } from '../../components/page-navigation/page-navigation.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { pathIn } from '../../components/rooms/page-path.ts'
import { useCan } from '../../data/resources/projects/projects.ts'
import { GROUPS, pathOf } from './pages.ts'

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
  const place = { kind: 'project', ref: projectRef } as const
  const groups = GROUPS.map(({ heading, pages }) => ({
    heading,
    pages: pages.map(({ id, title: label }) => ({ label, to: pathIn(place, pathOf(id)) })),
  }))
  return (
    <PageNavigation label="Database objects" title="Database" groups={groups}>
      <ProjectPage
        projectRef={projectRef}
        title={title}
        product="Database"
        description={description}
        action={canWrite && action}
        needs={['database:read']}
        forbidden="This page shows objects of the database."
      >
        {() => children({ canWrite })}
      </ProjectPage>
    </PageNavigation>
  )
}

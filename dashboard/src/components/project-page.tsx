import type { Permission } from '@stoa/contract/platform/permissions'
import type { ReactNode } from 'react'
import { useCan, useProject } from '../data/resources/projects/projects.ts'
import { useTitle } from '../lib/use-title.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Page, PageHeader } from '../ui/layout/page-header.tsx'
import { Forbidden } from './forbidden.tsx'

type ProjectPageProps = {
  projectRef: string
  title: string
  /** The title of the browser's tab, if it is not the page's. */
  tabTitle?: string
  description?: ReactNode
  /** The primary action, for members who can use it. */
  action?: ReactNode
  /** Tabs between the header and the content. */
  tabs?: ReactNode
  /** The permissions without which the page shows nothing. */
  needs: readonly Permission[]
  /** What the page shows, for members without these permissions. */
  forbidden: ReactNode
  width?: 'normal' | 'narrow' | 'wide'
  children: ReactNode
}

/**
 * The frame of a page of a project: its header, and its content once the project is loaded and if
 * the member has the permissions.
 */
export function ProjectPage({
  projectRef,
  title,
  tabTitle = title,
  description,
  action,
  tabs,
  needs,
  forbidden,
  width = 'normal',
  children,
}: ProjectPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(tabTitle, project?.name)
  const missing = needs.find((permission) => !can(permission))
  return (
    <Page width={width}>
      <PageHeader title={title} description={description} action={action} />
      {tabs}
      {!project && <Skeleton className="h-64" />}
      {project && missing && <Forbidden missing={missing}>{forbidden}</Forbidden>}
      {project && !missing && children}
    </Page>
  )
}

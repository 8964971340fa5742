import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { ReactNode } from 'react'
import { useCan, useProject } from '../data/resources/platform/projects.ts'
import { useTitle } from '../lib/use-title.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Page, PageHeader, type PageWidth } from '../ui/layout/page-header.tsx'
import { Breadcrumb, type ParentPage } from './breadcrumb.tsx'
import { Forbidden } from './forbidden.tsx'
import { PRODUCTS, type ProductId } from './rooms/products.ts'

type ProjectPageProps = {
  projectRef: string
  title: string
  /** The product in the browser's title, if the page's title does not name it. */
  product?: ProductId
  /** The heading of the page, if it is not its title. */
  heading?: ReactNode
  /** The pages above a detail page, which it links back to. */
  parents?: readonly ParentPage[]
  description?: ReactNode
  /** The primary action, for members who can use it. */
  action?: ReactNode
  /** Tabs between the header and the content. */
  tabs?: ReactNode
  /** The permissions without which the page shows nothing. */
  needs: readonly Permission[]
  /** A description of the content, for members without these permissions. */
  forbidden?: ReactNode
  width?: PageWidth
  children: ReactNode | ((project: ProjectDetail) => ReactNode)
}

/**
 * The frame of a page of a project: its header, and its content once the project is loaded and if
 * the member has the permissions.
 */
export function ProjectPage({
  projectRef,
  title,
  product,
  heading = title,
  parents,
  description,
  action,
  tabs,
  needs,
  forbidden,
  width = 'list',
  children,
}: ProjectPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(title, product && PRODUCTS[product].label, project?.name)
  const missing = needs.find((permission) => !can(permission))
  return (
    <Page width={width}>
      <PageHeader
        title={heading}
        {...(parents && { before: <Breadcrumb parents={parents} /> })}
        description={description}
        action={action}
      />
      {tabs}
      {!project && <Skeleton className="h-64" />}
      {project && missing && <Forbidden missing={missing}>{forbidden}</Forbidden>}
      {project && !missing && (typeof children === 'function' ? children(project) : children)}
    </Page>
  )
}

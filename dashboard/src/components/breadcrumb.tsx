import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'

/** A page above the shown one, such as the list that it is from. */
export type ParentPage = { label: string; link: Pick<LinkProps, 'to' | 'params' | 'search'> }

type BreadcrumbProps = {
  label?: string
  parents: readonly ParentPage[]
  /** The shown page, if its heading is not beside the breadcrumb. */
  children?: ReactNode
}

/** The way back from a page: links to the pages above it, the outermost first. */
export function Breadcrumb({ label = 'Breadcrumb', parents, children }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className="shrink-0">
      <ol className="flex items-center gap-1.5 whitespace-nowrap">
        {parents.map((parent, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- folders of a path can have the same name
          <Fragment key={index}>
            <li>
              <Link {...parent.link} className="text-muted hover:text-text hover:underline">
                {parent.label}
              </Link>
            </li>
            <li aria-hidden className="text-muted">
              /
            </li>
          </Fragment>
        ))}
        {children !== undefined && <li>{children}</li>}
      </ol>
    </nav>
  )
}

import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, type ReactNode } from 'react'

export type PageLink = { readonly label: string; readonly to: string }

/** Pages under a heading, or without one. */
export type PageGroup = { readonly heading?: string; readonly pages: readonly PageLink[] }

type PageNavigationProps = {
  /** Names the list, and is its title on wide screens unless there is another one. */
  label: string
  title?: string
  groups: readonly PageGroup[]
  children: ReactNode
}

/** A page with the links of its siblings: a second column, or a row above it on narrow screens. */
export function PageNavigation({ label, title = label, groups, children }: PageNavigationProps) {
  const row = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (row.current) bringIntoSight(row.current, pathname)
  }, [pathname])
  return (
    <div className="flex min-h-full flex-col md:flex-row">
      <nav
        aria-label={label}
        className="shrink-0 border-b md:min-h-[calc(100dvh-var(--shell-top))] md:w-48 md:border-r md:border-b-0"
      >
        <p className="hidden h-12 items-center px-4 font-semibold md:flex">{title}</p>
        <div
          ref={row}
          className="flex gap-0.5 overflow-x-auto p-2 md:grid md:gap-4 md:pt-0 md:pb-6"
        >
          {groups.map((group) => (
            <Group key={group.heading ?? ''} {...group} />
          ))}
        </div>
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

function Group({ heading, pages }: PageGroup) {
  const id = useId()
  return (
    <div>
      {heading !== undefined && (
        <p id={id} className="hidden px-2 pb-1 text-2xs font-medium text-muted md:block">
          {heading}
        </p>
      )}
      <ul
        {...(heading !== undefined && { 'aria-labelledby': id })}
        className="flex gap-0.5 md:grid"
      >
        {pages.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              className="flex h-7 items-center rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls the row on narrow screens so that the link of the open page is centered. */
function bringIntoSight(row: HTMLElement, pathname: string) {
  const link = [...row.querySelectorAll('a')].find((a) => a.getAttribute('href') === pathname)
  if (link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

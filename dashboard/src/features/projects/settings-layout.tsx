import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { pathIn } from '../../components/rooms/page-path.ts'
import { useRooms } from '../../components/rooms/rooms-context.ts'
import { offersOf, useMeets } from '../../components/rooms/use-offers.ts'

/** The settings navigation: a second column, or a row above the page on narrow screens. */
export function SettingsLayout({
  projectRef,
  children,
}: {
  projectRef: string
  children: ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const place = { kind: 'project', ref: projectRef } as const
  const pages = offersOf(useRooms(), ({ settings }) => settings, useMeets(place)).map(
    ({ label, to }) => ({ label, to: pathIn(place, to) }),
  )
  useEffect(() => {
    if (list.current) bringIntoSight(list.current, pathname)
  }, [pathname])
  return (
    <div className="flex min-h-full flex-col md:flex-row">
      <nav
        aria-label="Settings"
        className="shrink-0 border-b md:min-h-[calc(100dvh-var(--shell-top))] md:w-48 md:border-r md:border-b-0"
      >
        <p className="hidden h-12 items-center px-4 font-semibold md:flex">Settings</p>
        <ul ref={list} className="flex gap-0.5 overflow-x-auto p-2 md:grid md:pt-0">
          {pages.map(({ label, to }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-7 items-center rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Scrolls the row on narrow screens so that the link of the open page is centered. */
function bringIntoSight(row: HTMLElement, pathname: string) {
  const link = [...row.querySelectorAll('a')].find((a) => a.getAttribute('href') === pathname)
  if (link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

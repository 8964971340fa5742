import { Check, ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef } from 'react'
import type { ListedPages } from '../rooms/room.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { NavigationLink } from './navigation-link.tsx'
import { matchPath } from '../rooms/page-path.ts'
import type { NavigationGroup, NavigationProduct } from './navigation.ts'
import { ShowCurrent } from './show-current.tsx'

type PageColumnProps = {
  projectRef: string | undefined
  /** Pages of the product that people create. */
  listed: ListedPages | undefined
  /** The title of the column, which is the name of its product or area. */
  label: string
  /** The name of the open page. */
  current: string
  /** Undefined until a page of it can be opened. */
  product: NavigationProduct | undefined
  pathname: string
}

const WithListedPages = lazy(async () => ({
  default: (await import('./with-listed-pages.tsx')).WithListedPages,
}))

/**
 * The second column: the pages of the open product. On narrow windows, it is a row below the top bar
 * that names the open page and opens the list of the others.
 */
export function PageColumn({ projectRef, listed, label, product, ...props }: PageColumnProps) {
  const { pathname } = props
  const groups = product?.groups ?? []
  if (!listed || projectRef === undefined)
    return <Column label={label} current={props.current} groups={groups} pathname={pathname} />
  // No entry covers a page that is in the list of those that people created.
  const isListed = matchPath(listed.path, pathname) && !groups.some(hasPage(pathname))
  const shown = isListed ? groups.map(withoutCurrent) : groups
  const current = isListed ? listed.label : props.current
  return (
    <Suspense
      fallback={<Column label={label} current={current} groups={shown} pathname={pathname} />}
    >
      <WithListedPages {...{ projectRef, listed, pathname, current }} groups={shown}>
        {(all, name) => <Column label={label} current={name} groups={all} pathname={pathname} />}
      </WithListedPages>
    </Suspense>
  )
}

const hasPage =
  (pathname: string) =>
  ({ pages }: NavigationGroup): boolean =>
    pages.some(({ to }) => to === pathname)

const withoutCurrent = ({ heading, pages }: NavigationGroup): NavigationGroup => ({
  heading,
  pages: pages.map((page) => ({ ...page, isCurrent: false })),
})

type ColumnProps = {
  label: string
  current: string
  groups: readonly NavigationGroup[]
  pathname: string
}

function Column({ label, current, groups, pathname }: ColumnProps) {
  const list = useRef<HTMLElement>(null)
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  return (
    <nav
      ref={list}
      aria-label={label}
      data-slot="page-column"
      className="fixed inset-x-0 top-[calc(3rem+var(--banner-height))] z-20 h-11 border-b bg-surface md:sticky md:inset-x-auto md:top-(--shell-top) md:z-auto md:h-[calc(100dvh-var(--shell-top))] md:w-48 md:shrink-0 md:self-start md:overflow-y-auto md:border-r md:border-b-0"
    >
      <ShowCurrent key={`${pathname} ${count}`} list={list} />
      <PageSelect label={label} current={current} groups={groups} />
      <p className="hidden h-12 items-center px-4 font-semibold md:flex">{label}</p>
      <div className="hidden gap-4 px-2 pb-6 md:grid">
        {groups.map((group) => (
          <Group key={group.heading ?? ''} {...group} />
        ))}
      </div>
    </nav>
  )
}

function Group({ heading, pages }: NavigationGroup) {
  const id = useId()
  return (
    <div>
      {heading !== undefined && (
        <p id={id} className="px-2 pb-1 text-2xs font-medium text-muted">
          {heading}
        </p>
      )}
      <ul {...(heading !== undefined && { 'aria-labelledby': id })} className="grid gap-0.5">
        {pages.map(({ label, ...page }) => (
          <li key={page.to}>
            <NavigationLink
              to={page.to}
              panel={page.panel}
              isCurrent={page.isCurrent}
              className="flex h-7 items-center rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <span className="truncate">{label}</span>
            </NavigationLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

type PageSelectProps = { label: string; current: string; groups: readonly NavigationGroup[] }

function PageSelect({ label, current, groups }: PageSelectProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`${label}: ${current}`}
        className="flex size-full items-center gap-1.5 px-4 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover md:hidden"
      >
        <span className="text-muted">{label}</span>
        <span aria-hidden className="text-line-strong">
          /
        </span>
        <span className="min-w-0 flex-1 truncate font-medium">{current}</span>
        <ChevronsUpDown className="size-3.5 text-muted" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-h-(--radix-dropdown-menu-content-available-height) w-[calc(100vw-1rem)] overflow-y-auto md:hidden"
      >
        {groups.map(({ heading, pages }) => (
          <div key={heading ?? ''} role="group" aria-label={heading ?? label}>
            {heading !== undefined && <DropdownMenuLabel>{heading}</DropdownMenuLabel>}
            {pages.map(({ label: name, ...page }) => (
              <DropdownMenuItem key={page.to} asChild className="min-h-8">
                <NavigationLink to={page.to} panel={page.panel} isCurrent={page.isCurrent}>
                  {name}
                  {page.isCurrent && <Check className="ml-auto size-3.5" />}
                </NavigationLink>
              </DropdownMenuItem>
            ))}
          </div>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

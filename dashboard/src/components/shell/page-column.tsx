import { Check, ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react'
import type { ListedGroup, ListedPages as Declared } from '../rooms/room.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { NavigationLink } from './navigation-link.tsx'
import { matchPath } from '../rooms/page-path.ts'
import { pagesOf, type NavigationGroup, type NavigationProduct } from './navigation.ts'
import { ShowCurrent } from './show-current.tsx'

/** The pages that people created in a project. */
export type ListedOfProject = { readonly projectRef: string; readonly pages: Declared }

type PageColumnProps = {
  /** Pages of the product that people create. */
  listed: ListedOfProject | undefined
  /** The title of the column, which is the name of its product or area. */
  label: string
  /** The name of the open page. */
  current: string
  /** Undefined until a page of it can be opened. */
  product: NavigationProduct | undefined
  pathname: string
}

/**
 * The second column: the pages of the open product. On narrow windows, it is a row below the top bar
 * that names the open page and opens the list of the others.
 */
export function PageColumn({ label, product, pathname, listed, ...props }: PageColumnProps) {
  const list = useRef<HTMLElement>(null)
  const count = product ? pagesOf(product).length : 0
  const declared = product?.groups ?? []
  const isListed = listed && matchPath(listed.pages.path, pathname) && !declared.some(has(pathname))
  // No entry covers a page that somebody created.
  const groups = isListed ? declared.map(withoutCurrent) : declared
  const current = isListed ? listed.pages.label : props.current
  return (
    <nav
      ref={list}
      aria-label={label}
      data-slot="page-column"
      className="fixed inset-x-0 top-[calc(3rem+var(--banner-height))] z-20 h-11 border-b bg-surface md:sticky md:inset-x-auto md:top-(--shell-top) md:z-auto md:h-[calc(100dvh-var(--shell-top))] md:w-48 md:shrink-0 md:self-start md:overflow-y-auto md:border-r md:border-b-0"
    >
      <ShowCurrent key={`${pathname} ${count}`} list={list} />
      <PageSelect
        label={label}
        current={current}
        groups={groups}
        listed={listed}
        pathname={pathname}
      />
      <p className="hidden h-12 items-center px-4 font-semibold md:flex">{label}</p>
      <div className="hidden gap-4 px-2 pb-6 md:grid">
        {groups.map((group) => (
          <Group key={group.heading ?? ''} {...group} />
        ))}
        <Listed listed={listed} pathname={pathname}>
          {(more) => (
            <>
              {more.map((group) => (
                <Group key={group.heading ?? ''} {...group} />
              ))}
              {isListed && <ShowCurrent key={`${pathname} ${more.length > 0}`} list={list} />}
            </>
          )}
        </Listed>
      </div>
    </nav>
  )
}

const has =
  (pathname: string) =>
  ({ pages }: NavigationGroup): boolean =>
    pages.some(({ to }) => to === pathname)

const withoutCurrent = ({ heading, pages }: NavigationGroup): NavigationGroup => ({
  heading,
  pages: pages.map((page) => ({ ...page, isCurrent: false })),
})

type ListedPagesProps = ListedOfProject & Omit<ListedProps, 'listed'>

type ListedProps = {
  listed: ListedOfProject | undefined
  pathname: string
  /** Shown until the pages are known. */
  fallback?: ReactNode
  children: (groups: readonly NavigationGroup[]) => ReactNode
}

/** Shows the pages that people created, if the product has such pages. */
const Listed = ({ listed, ...props }: ListedProps) =>
  listed ? <ListedPages key={listed.pages.path} {...listed} {...props} /> : (props.fallback ?? null)

function ListedPages({ projectRef, pages, pathname, fallback, children }: ListedPagesProps) {
  const [List] = useState(() => lazy(async () => ({ default: await pages.load() })))
  return (
    <Suspense fallback={fallback}>
      <List projectRef={projectRef}>
        {(groups) => children(groups.map((group) => withCurrent(group, pathname)))}
      </List>
    </Suspense>
  )
}

const withCurrent = ({ heading, pages }: ListedGroup, pathname: string): NavigationGroup => ({
  heading,
  pages: pages.map((page) => ({
    ...page,
    keywords: [],
    panel: undefined,
    isCurrent: page.to === pathname,
  })),
})

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

type PageSelectProps = Pick<ListedProps, 'listed' | 'pathname'> & {
  label: string
  current: string
  groups: readonly NavigationGroup[]
}

function PageSelect({ label, current, groups, listed, pathname }: PageSelectProps) {
  const id = useId()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-labelledby={`${id}-label ${id}-current`}
        className="flex size-full items-center gap-1.5 px-4 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover md:hidden"
      >
        <span id={`${id}-label`} className="sr-only">{`${label}:`}</span>
        <span aria-hidden className="text-muted">
          {label}
        </span>
        <span aria-hidden className="text-line-strong">
          /
        </span>
        <span id={`${id}-current`} className="min-w-0 flex-1 truncate font-medium">
          <Listed listed={listed} pathname={pathname} fallback={current}>
            {(more) => nameOfCurrent(more) ?? current}
          </Listed>
        </span>
        <ChevronsUpDown className="size-3.5 text-muted" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-h-(--radix-dropdown-menu-content-available-height) w-[calc(100vw-1rem)] overflow-y-auto md:hidden"
      >
        {groups.map((group) => (
          <SelectGroup key={group.heading ?? ''} label={label} {...group} />
        ))}
        <Listed listed={listed} pathname={pathname}>
          {(more) =>
            more.map((group) => <SelectGroup key={group.heading ?? ''} label={label} {...group} />)
          }
        </Listed>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const nameOfCurrent = (groups: readonly NavigationGroup[]): string | undefined =>
  groups.flatMap(({ pages }) => pages).find(({ isCurrent }) => isCurrent)?.label

type SelectGroupProps = NavigationGroup & { label: string }

const SelectGroup = ({ heading, label, pages }: SelectGroupProps) => (
  <div role="group" aria-label={heading ?? label}>
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
)

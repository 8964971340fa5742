import { use, type ComponentType, type ReactNode } from 'react'
import type { ListedGroup, ListedPages, ListedPagesProps } from '../rooms/room.ts'
import type { NavigationGroup } from './navigation.ts'

type WithListedPagesProps = {
  projectRef: string
  listed: ListedPages
  pathname: string
  /** The name of the open page, unless it is one of the listed ones. */
  current: string
  groups: readonly NavigationGroup[]
  children: (groups: readonly NavigationGroup[], current: string) => ReactNode
}

/** Adds the pages that people created to those of a product. */
export function WithListedPages({ listed, groups, children, ...props }: WithListedPagesProps) {
  const { projectRef, pathname, current } = props
  const Listed = use(loaded(listed))
  return (
    <Listed projectRef={projectRef} pathname={pathname}>
      {(more) => {
        const all = merged(groups, more, pathname)
        const open = all.flatMap(({ pages }) => pages).find(({ to }) => to === pathname)
        return children(all, open?.label ?? current)
      }}
    </Listed>
  )
}

const loading = new WeakMap<ListedPages, Promise<ComponentType<ListedPagesProps>>>()

/** One promise for each list, because React waits for the same one in each render. */
function loaded(listed: ListedPages): Promise<ComponentType<ListedPagesProps>> {
  const promise = loading.get(listed) ?? listed.load()
  loading.set(listed, promise)
  return promise
}

/** The listed pages below the ones that have the same heading. */
function merged(
  groups: readonly NavigationGroup[],
  more: readonly ListedGroup[],
  pathname: string,
): NavigationGroup[] {
  const headings = new Set([...groups, ...more].map(({ heading }) => heading))
  return [...headings].map((heading) => ({
    heading,
    pages: [
      ...(groups.find((group) => group.heading === heading)?.pages ?? []),
      ...(more.find((group) => group.heading === heading)?.pages ?? []).map((page) => ({
        ...page,
        keywords: [],
        panel: undefined,
        isCurrent: page.to === pathname,
      })),
    ],
  }))
}

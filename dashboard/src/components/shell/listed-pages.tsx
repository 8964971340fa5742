import { use, type ComponentType, type ReactNode } from 'react'
import type { ListedPages as Declared, ListedPagesProps } from '../rooms/room.ts'
import type { NavigationGroup } from './navigation.ts'

type Props = {
  projectRef: string
  pages: Declared
  pathname: string
  children: (groups: readonly NavigationGroup[]) => ReactNode
}

/** The pages that people created in a project, with the open one marked. */
export function ListedPages({ projectRef, pages, pathname, children }: Props) {
  const List = use(loaded(pages))
  return (
    <List projectRef={projectRef}>
      {(groups) =>
        children(
          groups.map(({ heading, pages: listed }) => ({
            heading,
            pages: listed.map((page) => ({
              ...page,
              keywords: [],
              panel: undefined,
              isCurrent: page.to === pathname,
            })),
          })),
        )
      }
    </List>
  )
}

const loading = new WeakMap<Declared, Promise<ComponentType<ListedPagesProps>>>()

/** One promise for each list, because React waits for the same one in each render. */
function loaded(pages: Declared): Promise<ComponentType<ListedPagesProps>> {
  const promise = loading.get(pages) ?? pages.load()
  loading.set(pages, promise)
  return promise
}

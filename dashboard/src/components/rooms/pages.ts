import { fillPath, matchPath } from './page-path.ts'
import type { PagePath, Room, RoomPage } from './room.ts'
import { SPECIFIED_PAGES } from './specified-pages.ts'

/** The page at an address, or undefined if there is no such page and none is planned. */
export type FoundPage =
  | { readonly kind: 'built' | 'unbuilt'; readonly page: RoomPage }
  | { readonly kind: 'moved'; readonly to: PagePath }

/** Searches for an address in the rooms' pages and in the specified pages that no room declares. */
export function findPage(rooms: readonly Room[], address: string): FoundPage | undefined {
  const built = rooms.flatMap(({ pages }) => pages)
  const unbuilt = SPECIFIED_PAGES.filter(({ path }) => !built.some((page) => page.path === path))
  const there = built.find(({ path }) => matchPath(path, address))
  if (there) return { kind: 'built', page: there }
  const promised = unbuilt.find(({ path }) => matchPath(path, address))
  if (promised) return { kind: 'unbuilt', page: promised }
  return findMoved([...built, ...unbuilt], address)
}

function findMoved(pages: readonly RoomPage[], address: string): FoundPage | undefined {
  for (const { path, movedFrom = [] } of pages) {
    for (const former of movedFrom) {
      const parameters = matchPath(former, address)
      if (parameters) return { kind: 'moved', to: fillPath(path, parameters) }
    }
  }
  return undefined
}

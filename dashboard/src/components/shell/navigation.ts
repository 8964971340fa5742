import { matchPath, pathIn } from '../rooms/page-path.ts'
import { PRODUCT_IDS, productOf, type Product, type ProductId } from '../rooms/products.ts'
import type { NavigationEntry, PagePath, Panel, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import type { ProductArea } from './use-place.ts'

/** A page of a product, with its address in the open project or organization. */
export type NavigationPage = {
  readonly label: string
  readonly to: PagePath
  readonly keywords: readonly string[]
  readonly isCurrent: boolean
  /** A panel that opens instead of the page. */
  readonly panel: Panel | undefined
}

/** Pages under a heading of the second column, or without one. */
export type NavigationGroup = {
  readonly heading: string | undefined
  readonly pages: readonly NavigationPage[]
}

export type NavigationProduct = {
  readonly id: ProductId
  readonly product: Product
  readonly isCurrent: boolean
  readonly groups: readonly NavigationGroup[]
}

type Where = {
  place: ProductArea
  meets: Meets
  /** The address of the open page. */
  pathname: string
}

/** The products of a place with the pages that the rooms offer. Products without pages are left out. */
export function navigationFor(rooms: readonly Room[], where: Where): NavigationProduct[] {
  const { place, meets, pathname } = where
  const current = currentEntry(rooms, pathname)
  const offered = offersOf(rooms, ({ navigation }) => navigation, meets)
  const toPage = (entry: NavigationEntry): NavigationPage => ({
    label: entry.label,
    to: pathIn(place, entry.to),
    keywords: entry.keywords ?? [],
    isCurrent: entry === current,
    panel:
      entry.panel && meets({ preview: { key: entry.panel.preview, isOn: true } })
        ? entry.panel
        : undefined,
  })
  return PRODUCT_IDS.filter((id) => productOf(id).scope === place.kind)
    .map((id) => ({
      id,
      product: productOf(id),
      isCurrent: current?.product === id,
      groups: grouped(
        offered.filter(({ product }) => product === id),
        toPage,
      ),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** The pages of a product in the order of the second column. */
export const pagesOf = ({ groups }: NavigationProduct): readonly NavigationPage[] =>
  groups.flatMap(({ pages }) => pages)

/**
 * The entry that an address belongs to, even if the person may not open it: the entry of that page,
 * else one that also covers the page, else the closest one above it.
 */
export function currentEntry(
  rooms: readonly Room[],
  pathname: string,
): NavigationEntry | undefined {
  const entries = rooms.flatMap(({ navigation = [] }) => navigation)
  return (
    entries.find(({ to }) => matchPath(to, pathname)) ??
    entries.find(({ alsoCurrentOn = [] }) => alsoCurrentOn.some((to) => matchPath(to, pathname))) ??
    entries
      .filter(({ includesChildren, to }) => includesChildren && isAbove(to, pathname))
      .toSorted((one, other) => other.to.length - one.to.length)[0]
  )
}

/**
 * The list beside the pages of a product: the second column, if the product has several pages, or a
 * list of the feature's own. It does not depend on permissions, which are known later.
 */
export function listBeside(rooms: readonly Room[], id: ProductId): 'column' | 'own' | undefined {
  const product = productOf(id)
  if (product.scope === 'project' && product.hasOwnList) return 'own'
  const entries = rooms.flatMap(({ navigation = [] }) => navigation)
  return entries.filter((entry) => entry.product === id).length > 1 ? 'column' : undefined
}

function isAbove(path: PagePath, pathname: string): boolean {
  const depth = path.split('/').length
  return matchPath(path, pathname.split('/').slice(0, depth).join('/')) !== undefined
}

/** Entries without a heading first, then each heading where it is first declared. */
function grouped(
  entries: readonly NavigationEntry[],
  toPage: (entry: NavigationEntry) => NavigationPage,
): NavigationGroup[] {
  const headings = new Set([undefined, ...entries.map(({ heading }) => heading)])
  return [...headings]
    .map((heading) => ({
      heading,
      pages: entries.filter((entry) => entry.heading === heading).map(toPage),
    }))
    .filter(({ pages }) => pages.length > 0)
}

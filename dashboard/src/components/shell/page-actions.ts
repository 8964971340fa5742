import type { Action } from '../actions/actions.tsx'
import type { PagePath, Room } from '../rooms/room.ts'
import type { Meets } from '../rooms/use-offers.ts'
import { navigationFor, pagesOf, type NavigationPage } from './navigation.ts'
import type { ProductArea } from './use-place.ts'

type Where = {
  place: ProductArea
  meets: Meets
  /** The organization of the open page. */
  organization: { slug: string; name: string } | undefined
  open: (path: PagePath) => void
  openPage: (page: Pick<NavigationPage, 'to' | 'panel'>) => void
}

/** A product ranks above a page of the same name. */
const PRODUCT = 20
/** A page elsewhere ranks below a page of the same name in the open project. */
const ELSEWHERE = -80

/**
 * Every page in the palette: the products of the open project with their shortcuts, the pages of the
 * open place, and those of the organization, the account and the installation.
 */
export function pageActions(rooms: readonly Room[], where: Where): Action[] {
  const { place, organization } = where
  const others: ProductArea[] = [
    ...(organization ? [{ kind: 'organization' as const, slug: organization.slug }] : []),
    { kind: 'account' },
    { kind: 'installation' },
  ]
  return [
    ...productActions(rooms, where),
    ...others
      .filter(({ kind }) => kind !== place.kind)
      .flatMap((there) => elsewhere(rooms, there, where)),
  ]
}

function productActions(rooms: readonly Room[], { place, meets, openPage }: Where): Action[] {
  return navigationFor(rooms, { place, meets, pathname: '' }).flatMap((one) => {
    const { id, product } = one
    const pages = pagesOf(one)
    const inColumn = pages.map(({ label, to, panel, keywords }): Action => ({
      id: `page:${to}`,
      title: label,
      // Several products have a page of the same name, such as an overview.
      detail: product.label,
      group: 'Pages',
      keywords,
      isSearchedOnly: product.scope === 'project',
      run: () => openPage({ to, panel }),
    }))
    const [first] = pages
    if (product.scope !== 'project' || !first) return inColumn
    // The product's only page has its name, unless permissions hide the others.
    const isAlone = pages.length === 1 && first.label === product.label
    const productAction: Action = {
      id: `product:${id}`,
      title: product.label,
      group: 'Pages',
      weight: PRODUCT,
      shortcut: `G ${product.letter}`,
      ...(isAlone && { keywords: first.keywords }),
      run: () => openPage(first),
    }
    return isAlone ? [productAction] : [productAction, ...inColumn]
  })
}

function elsewhere(
  rooms: readonly Room[],
  place: ProductArea,
  { meets, organization, open }: Where,
) {
  return navigationFor(rooms, { place, meets, pathname: '' }).flatMap((one) =>
    pagesOf(one).map(({ to, label, keywords }): Action => ({
      id: `page:${to}`,
      title: label,
      detail:
        place.kind === 'organization'
          ? (organization?.name ?? one.product.label)
          : one.product.label,
      group: 'Pages',
      keywords,
      isSearchedOnly: true,
      weight: ELSEWHERE,
      run: () => open(to),
    })),
  )
}

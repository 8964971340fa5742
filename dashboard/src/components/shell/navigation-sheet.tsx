import { Building2, FolderKanban, type LucideIcon } from 'lucide-react'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import type { AccountMenuEntry, PagePath } from '../rooms/room.ts'
import { NavigationLink } from './navigation-link.tsx'
import type { NavigationProduct } from './navigation.ts'
import { PRODUCT_LINK, ProductLinks } from './product-links.tsx'
import type { ProductArea } from './use-place.ts'

type NavigationSheetProps = {
  place: ProductArea
  pathname: string
  products: readonly NavigationProduct[]
  accountMenu: readonly AccountMenuEntry[]
  onClose: () => void
}

/**
 * The products on narrow windows. It also links to the project's organization, the list of
 * organizations and the account, which the top bar has no room for.
 */
export function NavigationSheet({ place, pathname, products, ...props }: NavigationSheetProps) {
  const { accountMenu, onClose } = props
  const can = useCapability()
  const organization = useSelectedOrganization({
    ref: place.kind === 'project' ? place.ref : undefined,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const organizations: OutsideLink[] = [
    ...(organization
      ? [{ label: organization.name, icon: FolderKanban, to: `/org/${organization.slug}` }]
      : []),
    ...(can('organizations:list')
      ? [{ label: 'All organizations', icon: Building2, to: '/organizations' }]
      : []),
  ]
  const sections = [
    { heading: 'Organization', links: organizations },
    { heading: 'Account', links: accountMenu.filter(({ group }) => group === 'account') },
  ]
  return (
    <Sheet open onClose={onClose} title="Navigation" side="left" className="max-w-64">
      <SheetBody className="grid content-start gap-3 p-2">
        {place.kind === 'project' && <ProductLinks products={products} onNavigate={onClose} />}
        {sections.map(({ heading, links }) => (
          <OutsideLinks key={heading} {...{ heading, links, pathname, onClose }} />
        ))}
      </SheetBody>
    </Sheet>
  )
}

type OutsideLink = { label: string; icon: LucideIcon; to: PagePath }

type OutsideLinksProps = {
  heading: string
  links: readonly OutsideLink[]
  pathname: string
  onClose: () => void
}

/** Links to areas outside the project. */
function OutsideLinks({ heading, links, pathname, onClose }: OutsideLinksProps) {
  if (links.length === 0) return null
  return (
    <div>
      <p aria-hidden className="px-2 pb-1 text-2xs font-medium text-muted">
        {heading}
      </p>
      <ul aria-label={heading} className="grid gap-0.5">
        {links.map(({ label, icon: Icon, to }) => (
          <li key={to}>
            <NavigationLink
              to={to}
              isCurrent={to === pathname}
              onClick={onClose}
              className={PRODUCT_LINK}
            >
              <Icon />
              <span className="truncate">{label}</span>
            </NavigationLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

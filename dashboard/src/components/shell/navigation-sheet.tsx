import { Building2, FolderKanban } from 'lucide-react'
import { useCapability } from '../../data/resources/accounts/profile.ts'
import { useSelectedOrganization } from '../../data/resources/organizations/selected-organization.ts'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import type { AccountMenuEntry } from '../rooms/room.ts'
import { NavigationLinks } from './navigation-links.tsx'
import type { NavigationItem, NavigationSection } from './navigation.ts'
import type { Place } from './use-place.ts'

type NavigationSheetProps = {
  open: boolean
  place: Place
  sections: readonly NavigationSection[]
  accountMenu: readonly AccountMenuEntry[]
  onClose: () => void
}

/**
 * The navigation on narrow windows. It also links to the project's organization, the list of
 * organizations and the account, which the top bar has no room for.
 */
export function NavigationSheet({ open, place, sections, ...props }: NavigationSheetProps) {
  const { accountMenu, onClose } = props
  const can = useCapability()
  const organization = useSelectedOrganization({
    ref: place.kind === 'project' ? place.ref : undefined,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const organizations: NavigationItem[] = [
    ...(organization && place.kind === 'project'
      ? [{ ...PAGE, label: organization.name, icon: FolderKanban, to: `/org/${organization.slug}` }]
      : []),
    ...(can('organizations:list')
      ? [{ ...PAGE, label: 'All organizations', icon: Building2, to: '/organizations' }]
      : []),
  ]
  const account = accountMenu
    .filter(({ group }) => group === 'account')
    .map(({ label, icon, to }) => ({ ...PAGE, label, icon, to }))
  const all: NavigationSection[] = [
    ...sections,
    { group: 'organization', heading: 'Organization', items: organizations },
    ...(place.kind === 'account'
      ? []
      : [{ group: 'account' as const, heading: 'Account', items: account }]),
  ]
  return (
    <Sheet open={open} onClose={onClose} title="Navigation" side="left" className="max-w-64">
      <SheetBody className="p-2">
        <NavigationLinks
          sections={all.filter(({ items }) => items.length > 0)}
          onNavigate={onClose}
        />
      </SheetBody>
    </Sheet>
  )
}

const PAGE = { includesChildren: false, panel: undefined }

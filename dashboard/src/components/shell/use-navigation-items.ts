import { usePreviewEnabled } from '../../data/resources/feature-previews.ts'
import { useProfile } from '../../data/resources/profile.ts'
import { useProject } from '../../data/resources/projects.ts'
import { useHasDocsPanel } from '../api-docs/docs-links.ts'
import { navigationFor, type NavigationItem } from './navigation.ts'
import type { Place } from './use-place.ts'

/** The pages of the place somebody is in that are theirs to open. */
export function useNavigationItems(place: Place): NavigationItem[] {
  const { data: profile } = useProfile()
  const { data: project } = useProject(place.kind === 'project' ? place.ref : undefined)
  const hasDocsPanel = useHasDocsPanel()
  const [hasColumnPrivileges] = usePreviewEnabled('column-level-privileges')
  const can = (ability: NonNullable<typeof project>['abilities'][number]) =>
    project?.abilities.includes(ability) ?? false
  return navigationFor(place, {
    canReadDatabase: can('database:read'),
    canUseGraphiql: hasDocsPanel && can('database:write'),
    hasColumnPrivileges,
    canReadMailbox: can('mailbox:read'),
    canManageMembers: profile?.capabilities.includes('members:manage') ?? false,
    canReadBilling: profile?.capabilities.includes('billing:read') ?? false,
    isOperator: profile?.is_operator ?? false,
  })
}

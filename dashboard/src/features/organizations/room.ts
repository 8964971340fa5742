import { FolderKanban, Settings, UsersRound } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const organizations: Room = {
  name: 'organizations',
  pages: [
    { path: '/organizations', title: 'Organizations' },
    { path: '/new', title: 'New organization' },
    { path: '/org/$slug', title: 'Projects' },
    { path: '/org/$slug/team', title: 'Team' },
    { path: '/org/$slug/settings', title: 'Organization settings' },
  ],
  navigation: [
    {
      scope: 'organization',
      group: 'home',
      label: 'Projects',
      icon: FolderKanban,
      to: '/org/$slug',
    },
    {
      scope: 'organization',
      group: 'home',
      label: 'Team',
      icon: UsersRound,
      to: '/org/$slug/team',
      needs: { capability: 'members:manage' },
    },
    {
      scope: 'organization',
      group: 'settings',
      label: 'Settings',
      icon: Settings,
      to: '/org/$slug/settings',
    },
  ],
  searches: [
    {
      id: 'organizations',
      heading: 'Organizations',
      isListed: true,
      read: async (from) => (await import('./palette.ts')).readOrganizations(from),
    },
    {
      id: 'members',
      heading: 'Members',
      scopes: ['project', 'organization'],
      needs: { capability: 'members:manage' },
      read: async (from) => (await import('./palette.ts')).readMembers(from),
    },
  ],
  actions: [
    {
      id: 'invite-member',
      title: 'Invite member',
      group: 'actions',
      scope: 'organization',
      keywords: ['team', 'add', 'person'],
      isSearchedOnly: true,
      to: '/org/$slug/team?panel=invite',
      needs: { ability: 'member:invite', capability: 'members:manage' },
    },
    {
      id: 'all-organizations',
      title: 'All organizations',
      group: 'organizations',
      to: '/organizations',
      needs: { capability: 'organizations:list' },
    },
    {
      id: 'new-organization',
      title: 'New organization',
      group: 'organizations',
      to: '/new',
      needs: { capability: 'organizations:create' },
    },
  ],
}

import type { Room } from '../../components/rooms/room.ts'

export const organizations: Room = {
  name: 'organizations',
  pages: [
    { path: '/organizations', title: 'Organizations' },
    { path: '/new', title: 'New organization' },
    { path: '/org/$slug', title: 'Projects' },
    { path: '/org/$slug/team', title: 'Team' },
    { path: '/org/$slug/settings', title: 'Settings' },
  ],
  navigation: [
    {
      product: 'organization',
      label: 'Projects',
      to: '/org/$slug',
    },
    {
      product: 'organization',
      label: 'Team',
      to: '/org/$slug/team',
      keywords: ['members', 'invitations', 'roles'],
      needs: { capability: 'members:manage' },
    },
    {
      product: 'organization',
      label: 'Settings',
      to: '/org/$slug/settings',
      keywords: ['organization settings', 'rename', 'plan', 'delete organization'],
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

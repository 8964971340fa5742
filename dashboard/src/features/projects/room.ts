import type { Room } from '../../components/rooms/room.ts'

export const projects: Room = {
  name: 'projects',
  pages: [
    { path: '/new/$slug', title: 'New project' },
    { path: '/project/$ref', title: 'Home', worksWithoutDatabase: true },
    { path: '/project/$ref/settings', title: 'Settings', worksWithoutDatabase: true },
    {
      path: '/project/$ref/settings/general',
      title: 'General',
      worksWithoutDatabase: true,
    },
    {
      path: '/project/$ref/settings/database',
      title: 'Database',
      worksWithoutDatabase: true,
    },
  ],
  navigation: [
    {
      product: 'home',
      label: 'Home',
      to: '/project/$ref',
    },
    {
      product: 'settings',
      label: 'General',
      to: '/project/$ref/settings/general',
      keywords: ['name', 'rename', 'reference', 'pause', 'restart', 'delete project'],
      alsoCurrentOn: ['/project/$ref/settings'],
    },
    {
      product: 'settings',
      label: 'Database',
      to: '/project/$ref/settings/database',
      keywords: ['password', 'connection string', 'host', 'port', 'version', 'compute', 'resize'],
    },
  ],
  actions: [
    {
      id: 'pause-project',
      title: 'Pause project',
      group: 'actions',
      scope: 'project',
      keywords: ['stop', 'suspend'],
      isSearchedOnly: true,
      to: '/project/$ref/settings/general?ask=pause',
      needs: { ability: 'project:pause' },
    },
    {
      id: 'restart-project',
      title: 'Restart project',
      group: 'actions',
      scope: 'project',
      keywords: ['reboot'],
      isSearchedOnly: true,
      to: '/project/$ref/settings/general?ask=restart',
      needs: { ability: 'project:pause' },
    },
    {
      id: 'clone-project',
      title: 'Clone project',
      group: 'actions',
      scope: 'project',
      keywords: ['copy', 'duplicate', 'fork'],
      isSearchedOnly: true,
      to: '/project/$ref/settings/general?ask=clone',
      needs: { ability: 'project:create' },
    },
  ],
  searches: [
    {
      id: 'projects',
      heading: 'Projects',
      isListed: true,
      read: async (from) => (await import('./palette.ts')).readProjects(from),
    },
  ],
}

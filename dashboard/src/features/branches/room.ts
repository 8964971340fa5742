import type { Room } from '../../components/rooms/room.ts'

export const branches: Room = {
  name: 'branches',
  needs: { ability: 'branch:read' },
  pages: [{ path: '/project/$ref/branches', title: 'Branches', worksWithoutDatabase: true }],
  navigation: [
    {
      product: 'database',
      heading: 'Operations',
      label: 'Branches',
      to: '/project/$ref/branches',
      keywords: ['branching', 'preview', 'copy', 'clone', 'staging', 'environments'],
    },
  ],
  actions: [
    {
      id: 'new-branch',
      title: 'Create branch',
      group: 'actions',
      scope: 'project',
      keywords: ['new', 'add', 'branch', 'preview', 'copy', 'clone', 'staging'],
      to: '/project/$ref/branches?panel=new',
      needs: { ability: 'branch:write' },
    },
  ],
}

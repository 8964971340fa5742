import type { Room } from '../../components/rooms/room.ts'

export const columnPrivileges: Room = {
  name: 'column-privileges',
  needs: { ability: 'database:read', preview: { key: 'column-level-privileges', isOn: true } },
  pages: [{ path: '/project/$ref/database/column-privileges', title: 'Column privileges' }],
  navigation: [
    {
      product: 'database',
      heading: 'Access',
      label: 'Column privileges',
      to: '/project/$ref/database/column-privileges',
      keywords: ['grants', 'column-level security'],
    },
  ],
}

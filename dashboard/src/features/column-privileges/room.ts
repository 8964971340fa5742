import { Columns3 } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const columnPrivileges: Room = {
  name: 'column-privileges',
  needs: { ability: 'database:read', preview: { key: 'column-level-privileges', isOn: true } },
  pages: [{ path: '/project/$ref/database/column-privileges', title: 'Column privileges' }],
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'Column privileges',
      icon: Columns3,
      to: '/project/$ref/database/column-privileges',
    },
  ],
}

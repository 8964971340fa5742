import { Table2 } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const tableEditor: Room = {
  name: 'table-editor',
  needs: { ability: 'database:read' },
  pages: [
    { path: '/project/$ref/editor', title: 'Table editor', movedFrom: ['/project/$ref/tables'] },
    { path: '/project/$ref/editor/$id', title: 'Table editor' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'build',
      label: 'Table editor',
      icon: Table2,
      to: '/project/$ref/editor',
      includesChildren: true,
    },
  ],
}

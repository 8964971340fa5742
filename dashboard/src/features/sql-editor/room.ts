import { SquareTerminal } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const sqlEditor: Room = {
  name: 'sql-editor',
  needs: { ability: 'database:read' },
  pages: [
    { path: '/project/$ref/sql', title: 'SQL editor' },
    { path: '/project/$ref/sql/$id', title: 'SQL editor' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'build',
      label: 'SQL editor',
      icon: SquareTerminal,
      to: '/project/$ref/sql',
      includesChildren: true,
    },
  ],
}

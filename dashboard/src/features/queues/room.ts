import { ListOrdered } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const queues: Room = {
  name: 'queues',
  pages: [
    { path: '/project/$ref/integrations/queues', title: 'Queues' },
    { path: '/project/$ref/integrations/queues/$name', title: 'Queue' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'Queues',
      icon: ListOrdered,
      to: '/project/$ref/integrations/queues',
      includesChildren: true,
      needs: { ability: 'queues:read' },
    },
  ],
  actions: [
    {
      id: 'new-queue',
      title: 'New queue',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'pgmq', 'message', 'jobs'],
      to: '/project/$ref/integrations/queues?panel=new',
      needs: { ability: 'queues:write' },
    },
  ],
}

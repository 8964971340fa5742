import type { Room } from '../../components/rooms/room.ts'

export const queues: Room = {
  name: 'queues',
  pages: [
    { path: '/project/$ref/integrations/queues', title: 'Queues' },
    { path: '/project/$ref/integrations/queues/$name', title: 'Queue' },
  ],
  navigation: [
    {
      product: 'integrations',
      label: 'Queues',
      to: '/project/$ref/integrations/queues',
      keywords: ['messages', 'pgmq'],
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

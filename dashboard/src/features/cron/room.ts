import type { Room } from '../../components/rooms/room.ts'

export const cron: Room = {
  name: 'cron',
  pages: [{ path: '/project/$ref/integrations/cron', title: 'Cron' }],
  navigation: [
    {
      product: 'integrations',
      label: 'Cron',
      to: '/project/$ref/integrations/cron',
      keywords: ['jobs', 'schedule'],
      needs: { ability: 'cron:read' },
    },
  ],
  actions: [
    {
      id: 'new-cron-job',
      title: 'New job',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'cron', 'schedule', 'job'],
      to: '/project/$ref/integrations/cron?panel=new',
      needs: { ability: 'cron:write' },
    },
  ],
}

import { Webhook } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const webhooks: Room = {
  name: 'webhooks',
  needs: { ability: 'webhooks:read' },
  pages: [{ path: '/project/$ref/database/hooks', title: 'Database webhooks' }],
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'Webhooks',
      icon: Webhook,
      to: '/project/$ref/database/hooks',
    },
  ],
}

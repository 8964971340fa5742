import type { Room } from '../../components/rooms/room.ts'

export const webhooks: Room = {
  name: 'webhooks',
  needs: { ability: 'webhooks:read' },
  pages: [{ path: '/project/$ref/database/hooks', title: 'Webhooks' }],
  navigation: [
    {
      product: 'integrations',
      label: 'Webhooks',
      to: '/project/$ref/database/hooks',
      keywords: ['database webhooks', 'http', 'events'],
    },
  ],
}

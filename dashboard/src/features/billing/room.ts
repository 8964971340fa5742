import type { Room } from '../../components/rooms/room.ts'

export const billing: Room = {
  name: 'billing',
  needs: { capability: 'billing:read' },
  pages: [{ path: '/org/$slug/billing', title: 'Billing' }],
  navigation: [
    {
      product: 'organization',
      label: 'Billing',
      to: '/org/$slug/billing',
      keywords: ['plan', 'invoices'],
    },
  ],
}

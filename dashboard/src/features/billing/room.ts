import { CreditCard } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const billing: Room = {
  name: 'billing',
  needs: { capability: 'billing:read' },
  pages: [{ path: '/org/$slug/billing', title: 'Billing' }],
  navigation: [
    {
      scope: 'organization',
      group: 'home',
      label: 'Billing',
      icon: CreditCard,
      to: '/org/$slug/billing',
    },
  ],
}

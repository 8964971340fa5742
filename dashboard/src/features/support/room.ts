import { LifeBuoy } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const support: Room = {
  name: 'support',
  needs: { capability: 'support:create' },
  pages: [{ path: '/support/new', title: 'Contact support' }],
  accountMenu: [{ group: 'help', label: 'Contact support', icon: LifeBuoy, to: '/support/new' }],
  actions: [
    {
      id: 'support',
      title: 'Contact support',
      group: 'help',
      keywords: ['help', 'ticket', 'bug'],
      to: '/support/new',
    },
  ],
}

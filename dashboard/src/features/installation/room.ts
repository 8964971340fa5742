import { Server } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const installation: Room = {
  name: 'installation',
  needs: { capability: 'installation:operate' },
  pages: [{ path: '/account/installation', title: 'Installation' }],
  navigation: [
    {
      scope: 'account',
      group: 'home',
      label: 'Installation',
      icon: Server,
      to: '/account/installation',
    },
  ],
  accountMenu: [
    { group: 'account', label: 'Installation', icon: Server, to: '/account/installation' },
  ],
}

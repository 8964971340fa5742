import { Server } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'

export const installation: Room = {
  name: 'installation',
  needs: { capability: 'installation:operate' },
  pages: [
    { path: '/installation', title: 'General', movedFrom: ['/account/installation'] },
    { path: '/installation/projects', title: 'Projects' },
    { path: '/installation/incidents', title: 'Incidents' },
    { path: '/installation/notices', title: 'Notices' },
  ],
  navigation: [
    {
      product: 'installation',
      label: 'General',
      to: '/installation',
      keywords: ['installation', 'sign-up', 'isolation', 'server administration'],
    },
    {
      product: 'installation',
      label: 'Projects',
      to: '/installation/projects',
      keywords: ['metrics', 'load', 'cpu', 'memory', 'observability'],
    },
    {
      product: 'installation',
      label: 'Incidents',
      to: '/installation/incidents',
      needs: { capability: 'incidents:manage' },
    },
    {
      product: 'installation',
      label: 'Notices',
      to: '/installation/notices',
      keywords: ['banners', 'maintenance'],
      needs: { capability: 'notices:manage' },
    },
  ],
  accountMenu: [{ group: 'account', label: 'Installation', icon: Server, to: '/installation' }],
}

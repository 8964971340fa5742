import { Activity, Radio, Shield, SlidersHorizontal } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const realtime: Room = {
  name: 'realtime',
  pages: [
    {
      path: '/project/$ref/realtime/inspector',
      title: 'Realtime inspector',
      movedFrom: ['/project/$ref/realtime'],
    },
    {
      path: '/project/$ref/realtime/overview',
      title: 'Realtime overview',
      worksWithoutDatabase: true,
    },
    { path: '/project/$ref/realtime/policies', title: 'Realtime policies' },
    {
      path: '/project/$ref/realtime/settings',
      title: 'Realtime settings',
      movedFrom: ['/project/$ref/settings/realtime'],
    },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'realtime',
      label: 'Overview',
      icon: Activity,
      to: '/project/$ref/realtime/overview',
    },
    {
      scope: 'project',
      group: 'realtime',
      label: 'Inspector',
      icon: Radio,
      to: '/project/$ref/realtime/inspector',
      needs: { ability: 'key:read_public' },
    },
    {
      scope: 'project',
      group: 'realtime',
      label: 'Policies',
      icon: Shield,
      to: '/project/$ref/realtime/policies',
      needs: { ability: 'database:read' },
    },
    {
      scope: 'project',
      group: 'realtime',
      label: 'Access and limits',
      icon: SlidersHorizontal,
      to: '/project/$ref/realtime/settings',
    },
  ],
  actions: [
    {
      id: 'realtime-overview',
      title: 'Realtime overview',
      group: 'pages',
      scope: 'project',
      keywords: ['metrics', 'charts', 'clients', 'connections', 'messages', 'joins', 'errors'],
      to: '/project/$ref/realtime/overview',
    },
    {
      id: 'realtime-settings',
      title: 'Realtime settings',
      group: 'pages',
      scope: 'project',
      keywords: ['websocket', 'broadcast', 'presence', 'channel', 'limits', 'concurrent'],
      to: '/project/$ref/realtime/settings',
    },
  ],
  searches: [
    settingsSource(
      '/project/$ref/realtime/settings',
      async () => (await import('./realtime-settings.tsx')).realtimePage,
    ),
  ],
}

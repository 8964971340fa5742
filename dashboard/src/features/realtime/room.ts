import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const realtime: Room = {
  name: 'realtime',
  pages: [
    {
      path: '/project/$ref/realtime/inspector',
      title: 'Inspector',
      movedFrom: ['/project/$ref/realtime'],
    },
    {
      path: '/project/$ref/realtime/overview',
      title: 'Overview',
      worksWithoutDatabase: true,
    },
    { path: '/project/$ref/realtime/policies', title: 'Policies' },
    {
      path: '/project/$ref/realtime/settings',
      title: 'Settings',
      movedFrom: ['/project/$ref/settings/realtime'],
    },
  ],
  navigation: [
    {
      product: 'realtime',
      label: 'Overview',
      to: '/project/$ref/realtime/overview',
      keywords: ['metrics', 'charts', 'clients', 'connections', 'messages', 'joins', 'errors'],
    },
    {
      product: 'realtime',
      label: 'Inspector',
      to: '/project/$ref/realtime/inspector',
      keywords: ['broadcast', 'channel', 'changes'],
      needs: { ability: 'key:read_public' },
    },
    {
      product: 'realtime',
      label: 'Policies',
      to: '/project/$ref/realtime/policies',
      keywords: ['rls', 'row level security', 'channel'],
      needs: { ability: 'database:read' },
    },
    {
      product: 'realtime',
      label: 'Settings',
      to: '/project/$ref/realtime/settings',
      keywords: [
        'access and limits',
        'websocket',
        'broadcast',
        'presence',
        'channel',
        'limits',
        'concurrent',
      ],
    },
  ],
  searches: [
    settingsSource(
      '/project/$ref/realtime/settings',
      async () => (await import('./realtime-settings.tsx')).realtimePage,
    ),
  ],
}

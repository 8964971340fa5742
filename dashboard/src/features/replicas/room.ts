import type { Room } from '../../components/rooms/room.ts'

const REPLICAS = '/project/$ref/database/replicas'

export const replicas: Room = {
  name: 'replicas',
  needs: { ability: 'database:read' },
  pages: [{ path: REPLICAS, title: 'Read replicas', worksWithoutDatabase: true }],
  navigation: [
    {
      product: 'database',
      heading: 'Operations',
      label: 'Read replicas',
      to: REPLICAS,
      keywords: ['replication', 'standby', 'lag', 'scale', 'load', 'streaming', 'copy'],
    },
  ],
}

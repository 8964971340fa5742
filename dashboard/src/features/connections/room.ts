import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

const SETTINGS = '/project/$ref/database/postgres-settings'
const POOLING = '/project/$ref/database/pooling'
const NETWORK = '/project/$ref/database/network'

export const connections: Room = {
  name: 'connections',
  pages: [
    { path: NETWORK, title: 'Network access', worksWithoutDatabase: true },
    { path: POOLING, title: 'Connection pooling', worksWithoutDatabase: true },
    { path: SETTINGS, title: 'Postgres settings', worksWithoutDatabase: true },
  ],
  navigation: [
    {
      product: 'database',
      heading: 'Access',
      label: 'Network access',
      to: NETWORK,
      keywords: ['ip', 'cidr', 'firewall', 'ssl', 'tls', 'certificate', 'bans', 'restrictions'],
    },
    {
      product: 'database',
      heading: 'Access',
      label: 'Connection pooling',
      to: POOLING,
      keywords: [
        'pgbouncer',
        'pooler',
        'transaction mode',
        'session mode',
        'serverless',
        'pool size',
      ],
    },
    {
      product: 'database',
      heading: 'Operations',
      label: 'Postgres settings',
      to: SETTINGS,
      keywords: ['configuration', 'memory', 'shared_buffers', 'work_mem', 'max_connections', 'wal'],
      needs: { ability: 'database:read' },
    },
  ],
  searches: [
    settingsSource(NETWORK, async () => (await import('./network-settings.tsx')).networkPage),
  ],
}

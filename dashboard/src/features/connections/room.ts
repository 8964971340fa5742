import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

const NETWORK = '/project/$ref/database/network'

export const connections: Room = {
  name: 'connections',
  pages: [{ path: NETWORK, title: 'Network access', worksWithoutDatabase: true }],
  navigation: [
    {
      product: 'database',
      heading: 'Access',
      label: 'Network access',
      to: NETWORK,
      keywords: ['ip', 'cidr', 'firewall', 'ssl', 'tls', 'certificate', 'bans', 'restrictions'],
    },
  ],
  searches: [
    settingsSource(NETWORK, async () => (await import('./network-settings.tsx')).networkPage),
  ],
}

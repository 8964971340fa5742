import type { Room } from '../../components/rooms/room.ts'

export const keys: Room = {
  name: 'keys',
  pages: [
    { path: '/project/$ref/settings/api-keys', title: 'API keys', worksWithoutDatabase: true },
    { path: '/project/$ref/settings/jwt-keys', title: 'JWT keys', worksWithoutDatabase: true },
  ],
  settings: [
    { label: 'API keys', to: '/project/$ref/settings/api-keys' },
    { label: 'JWT keys', to: '/project/$ref/settings/jwt-keys' },
  ],
}

import type { Room } from '../../components/rooms/room.ts'

export const keys: Room = {
  name: 'keys',
  pages: [
    { path: '/project/$ref/settings/api-keys', title: 'API keys', worksWithoutDatabase: true },
    { path: '/project/$ref/settings/jwt-keys', title: 'JWT keys', worksWithoutDatabase: true },
  ],
  navigation: [
    {
      product: 'settings',
      label: 'API keys',
      to: '/project/$ref/settings/api-keys',
      keywords: ['publishable', 'secret', 'anon', 'service role'],
    },
    {
      product: 'settings',
      label: 'JWT keys',
      to: '/project/$ref/settings/jwt-keys',
      keywords: ['signing', 'token', 'rotate', 'secret'],
    },
  ],
  actions: [
    {
      id: 'create-api-key',
      title: 'Create API key',
      group: 'actions',
      scope: 'project',
      keywords: ['new', 'add', 'publishable', 'secret'],
      isSearchedOnly: true,
      to: '/project/$ref/settings/api-keys?panel=new',
      needs: { ability: 'key:manage' },
    },
    {
      id: 'copy-api-key',
      title: 'Copy API key',
      group: 'actions',
      scope: 'project',
      keywords: ['publishable key', 'anon'],
      run: (at) => void import('./palette.ts').then(({ copyApiKey }) => copyApiKey(at)),
      needs: { ability: 'key:read_public' },
    },
  ],
}

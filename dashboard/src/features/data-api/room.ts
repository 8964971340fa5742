import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const dataApi: Room = {
  name: 'data-api',
  pages: [
    {
      path: '/project/$ref/settings/data-api',
      title: 'Data API',
      worksWithoutDatabase: true,
      movedFrom: ['/project/$ref/settings/api'],
    },
  ],
  navigation: [
    {
      product: 'settings',
      label: 'Data API',
      to: '/project/$ref/settings/data-api',
      keywords: ['rest', 'exposed schemas', 'maximum rows', 'openapi', 'cors'],
    },
  ],
  searches: [
    settingsSource(
      '/project/$ref/settings/data-api',
      async () => (await import('./data-api-page.tsx')).dataApiPage,
    ),
  ],
}

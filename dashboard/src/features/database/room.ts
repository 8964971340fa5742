import { Database } from 'lucide-react'
import type { Room, RoomAction, RoomPage } from '../../components/rooms/room.ts'
import { PAGES, pathOf } from './pages.ts'

export const database: Room = {
  name: 'database',
  needs: { ability: 'database:read' },
  pages: [
    ...PAGES.map(({ id, title }): RoomPage => ({ path: pathOf(id), title })),
    { path: '/guides/database/extensions/$name', title: 'Extension guide' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'Database objects',
      icon: Database,
      to: pathOf('functions'),
      alsoCurrentOn: PAGES.map(({ id }) => pathOf(id)),
    },
  ],
  actions: PAGES.map(({ id, title, keywords }): RoomAction => ({
    id: `database-${id}`,
    title: `Database ${title.toLowerCase()}`,
    group: 'pages',
    scope: 'project',
    keywords,
    to: pathOf(id),
  })),
}

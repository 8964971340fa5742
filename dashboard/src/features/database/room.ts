import type { NavigationEntry, Room, RoomPage } from '../../components/rooms/room.ts'
import { GROUPS, PAGES, pathOf } from './pages.ts'

export const database: Room = {
  name: 'database',
  needs: { ability: 'database:read' },
  pages: [
    ...PAGES.map(({ id, title }): RoomPage => ({ path: pathOf(id), title })),
    { path: '/guides/database/extensions/$name', title: 'Extension guide' },
  ],
  navigation: GROUPS.flatMap(({ heading, pages }) =>
    pages.map(({ id, title, keywords }): NavigationEntry => ({
      product: 'database',
      heading,
      label: title,
      to: pathOf(id),
      keywords,
    })),
  ),
}

import type { Room } from '../../components/rooms/room.ts'

export const tableEditor: Room = {
  name: 'table-editor',
  needs: { ability: 'database:read' },
  pages: [
    { path: '/project/$ref/editor', title: 'Table editor', movedFrom: ['/project/$ref/tables'] },
    { path: '/project/$ref/editor/$id', title: 'Table editor' },
  ],
  navigation: [
    {
      product: 'tableEditor',
      label: 'Table editor',
      to: '/project/$ref/editor',
      keywords: ['tables', 'rows'],
      includesChildren: true,
    },
  ],
  actions: [
    {
      id: 'new-table',
      title: 'New table',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add'],
      to: '/project/$ref/editor/new',
      needs: { ability: 'database:write' },
    },
  ],
  searches: [
    {
      id: 'tables',
      heading: 'Tables',
      scopes: ['project'],
      read: async (from) => (await import('./palette.ts')).readTables(from),
    },
    {
      id: 'columns',
      heading: 'Columns',
      scopes: ['project'],
      read: async (from) => (await import('./palette.ts')).readColumns(from),
    },
  ],
}

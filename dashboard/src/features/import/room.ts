import type { Room } from '../../components/rooms/room.ts'

export const dataImport: Room = {
  name: 'import',
  needs: { ability: 'database:read' },
  pages: [{ path: '/project/$ref/editor/import', title: 'Import data' }],
  actions: [
    {
      id: 'import-data',
      title: 'Import data',
      group: 'actions',
      scope: 'project',
      keywords: ['csv', 'tsv', 'json', 'excel', 'xlsx', 'parquet', 'upload', 'file', 'load'],
      to: '/project/$ref/editor/import',
      needs: { ability: 'database:write' },
    },
  ],
}

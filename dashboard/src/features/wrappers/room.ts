import type { Room } from '../../components/rooms/room.ts'

export const wrappers: Room = {
  name: 'wrappers',
  needs: { ability: 'wrappers:read' },
  pages: [{ path: '/project/$ref/database/wrappers', title: 'Wrappers' }],
  navigation: [
    {
      product: 'integrations',
      label: 'Wrappers',
      to: '/project/$ref/database/wrappers',
      keywords: ['foreign data', 'fdw', 'files', 'import csv'],
    },
  ],
  actions: [
    {
      id: 'new-foreign-server',
      title: 'New foreign server',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'wrapper', 'fdw', 'postgres_fdw', 'foreign'],
      to: '/project/$ref/database/wrappers?panel=new',
      needs: { ability: 'wrappers:write' },
    },
    {
      id: 'new-file-source',
      title: 'New table from a file',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'load', 'import', 'csv', 'json', 'parquet', 's3', 'wrapper'],
      to: '/project/$ref/database/wrappers?panel=new-file',
      needs: { ability: 'wrappers:write' },
    },
  ],
}

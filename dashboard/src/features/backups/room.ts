import type { Room } from '../../components/rooms/room.ts'

export const backups: Room = {
  name: 'backups',
  needs: { ability: 'backup:read' },
  pages: [
    {
      path: '/project/$ref/database/backups',
      title: 'Backups',
      worksWithoutDatabase: true,
      movedFrom: [
        '/project/$ref/database/backups/scheduled',
        '/project/$ref/database/backups/pitr',
        '/project/$ref/database/backups/restore-to-new-project',
      ],
    },
    {
      path: '/project/$ref/database/past',
      title: 'Earlier moment',
      worksWithoutDatabase: true,
    },
  ],
  navigation: [
    {
      product: 'database',
      heading: 'Operations',
      label: 'Backups',
      to: '/project/$ref/database/backups',
      alsoCurrentOn: ['/project/$ref/database/past'],
      keywords: [
        'restore',
        'look',
        'past',
        'history',
        'point in time',
        'pitr',
        'undo',
        'snapshot',
        'recovery',
        'dump',
      ],
    },
  ],
  actions: [
    {
      id: 'new-backup',
      title: 'Back up now',
      group: 'actions',
      scope: 'project',
      keywords: ['backup', 'snapshot', 'restore point'],
      isSearchedOnly: true,
      to: '/project/$ref/database/backups?panel=new',
      needs: { ability: 'backup:create' },
    },
  ],
}

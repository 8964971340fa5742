import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const storage: Room = {
  name: 'storage',
  pages: [
    {
      path: '/project/$ref/storage',
      title: 'Buckets',
      movedFrom: ['/project/$ref/storage/buckets', '/project/$ref/storage/files'],
    },
    { path: '/project/$ref/storage/buckets/$bucket', title: 'Bucket' },
    {
      path: '/project/$ref/storage/policies',
      title: 'Policies',
      movedFrom: ['/project/$ref/storage/files/policies'],
    },
    { path: '/project/$ref/storage/webhooks', title: 'Webhooks' },
    {
      path: '/project/$ref/storage/settings',
      title: 'Settings',
      movedFrom: [
        '/project/$ref/settings/storage',
        '/project/$ref/storage/s3',
        '/project/$ref/storage/files/settings',
      ],
    },
  ],
  navigation: [
    {
      product: 'storage',
      label: 'Buckets',
      to: '/project/$ref/storage',
      keywords: ['files'],
      includesChildren: true,
      needs: { ability: 'storage:read' },
    },
    {
      product: 'storage',
      label: 'Policies',
      to: '/project/$ref/storage/policies',
      keywords: ['rls', 'row level security', 'bucket', 'files'],
      needs: { ability: 'database:read' },
    },
    {
      product: 'storage',
      label: 'Webhooks',
      to: '/project/$ref/storage/webhooks',
      keywords: ['events', 'http', 'files', 'notify'],
      needs: { ability: 'storage:read' },
    },
    {
      product: 'storage',
      label: 'Settings',
      to: '/project/$ref/storage/settings',
      keywords: ['file size limit', 'upload', 's3', 'access keys', 'bucket'],
    },
  ],
  actions: [
    {
      id: 'new-bucket',
      title: 'New bucket',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'storage'],
      to: '/project/$ref/storage?panel=new',
      needs: { ability: 'storage:write' },
    },
  ],
  searches: [
    {
      id: 'buckets',
      heading: 'Buckets',
      scopes: ['project'],
      needs: { ability: 'storage:read' },
      read: async (from) => (await import('./palette.ts')).readBuckets(from),
    },
    settingsSource(
      '/project/$ref/storage/settings',
      async () => (await import('./settings/storage-settings.tsx')).storagePage,
    ),
  ],
}

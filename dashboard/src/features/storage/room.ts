import { FolderOpen } from 'lucide-react'
import type { Room } from '../../components/rooms/room.ts'
import { settingsSource } from '../../components/settings/settings-source.ts'

export const storage: Room = {
  name: 'storage',
  pages: [
    {
      path: '/project/$ref/storage',
      title: 'Storage',
      movedFrom: ['/project/$ref/storage/buckets', '/project/$ref/storage/files'],
    },
    { path: '/project/$ref/storage/buckets/$bucket', title: 'Bucket' },
    {
      path: '/project/$ref/storage/policies',
      title: 'Storage policies',
      movedFrom: ['/project/$ref/storage/files/policies'],
    },
    { path: '/project/$ref/storage/webhooks', title: 'Storage webhooks' },
    {
      path: '/project/$ref/settings/storage',
      title: 'Storage settings',
      movedFrom: [
        '/project/$ref/storage/settings',
        '/project/$ref/storage/s3',
        '/project/$ref/storage/files/settings',
      ],
    },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'storage',
      label: 'Buckets',
      icon: FolderOpen,
      to: '/project/$ref/storage',
      includesChildren: true,
      needs: { ability: 'storage:read' },
    },
  ],
  settings: [
    {
      label: 'Storage',
      to: '/project/$ref/settings/storage',
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
    {
      id: 'storage-policies',
      title: 'Storage policies',
      group: 'pages',
      scope: 'project',
      keywords: ['rls', 'row level security', 'bucket', 'files'],
      to: '/project/$ref/storage/policies',
      needs: { ability: 'database:read' },
    },
    {
      id: 'storage-webhooks',
      title: 'Storage webhooks',
      group: 'pages',
      scope: 'project',
      keywords: ['events', 'http', 'files', 'notify'],
      to: '/project/$ref/storage/webhooks',
      needs: { ability: 'storage:read' },
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
      '/project/$ref/settings/storage',
      async () => (await import('./settings/storage-settings.tsx')).storagePage,
    ),
  ],
}

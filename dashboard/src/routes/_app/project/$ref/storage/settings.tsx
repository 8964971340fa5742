import { storageSettings } from '@stoa/contract/operations/services/storage/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { s3AccessKeysQuery } from '../../../../../data/resources/services/storage/s3-access-keys.ts'
import { StorageSettings } from '../../../../../features/storage/settings/storage-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/storage/settings')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(settingsQuery(call, ref, storageSettings)),
      read(s3AccessKeysQuery(call, ref)),
    ]),
  component: StorageSettingsPage,
})

function StorageSettingsPage() {
  const { ref } = Route.useParams()
  return <StorageSettings key={ref} projectRef={ref} />
}

import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { isolationQuery, recoveryQuery } from '../../../data/resources/platform/installation.ts'
import { InstallationSettings } from '../../../features/installation/installation-settings.tsx'

export const Route = createFileRoute('/_app/installation/')({
  loader: ({ context }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.is_operator)
        await Promise.all([read(isolationQuery(call)), read(recoveryQuery(call))])
    }),
  component: InstallationSettings,
})

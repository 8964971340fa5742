import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { installationMailQuery } from '../../../data/resources/platform/mailbox.ts'
import { InstallationMailbox } from '../../../features/mailbox/installation-mailbox.tsx'

export const Route = createFileRoute('/_app/installation/mailbox')({
  loader: ({ context }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.is_operator) await read(installationMailQuery(call))
    }),
  component: InstallationMailbox,
})

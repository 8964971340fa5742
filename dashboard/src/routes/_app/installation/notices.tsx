import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { allNoticesQuery } from '../../../data/resources/platform/notices.ts'
import { NoticesPage } from '../../../features/installation/notices-page.tsx'

export const Route = createFileRoute('/_app/installation/notices')({
  loader: ({ context }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.is_operator && profile.capabilities.includes('notices:manage'))
        await read(allNoticesQuery(call))
    }),
  component: NoticesPage,
})

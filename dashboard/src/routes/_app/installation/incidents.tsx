import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { allIncidentsQuery } from '../../../data/resources/platform/incidents.ts'
import { IncidentsPage } from '../../../features/installation/incidents-page.tsx'

export const Route = createFileRoute('/_app/installation/incidents')({
  loader: ({ context }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.is_operator && profile.capabilities.includes('incidents:manage'))
        await read(allIncidentsQuery(call))
    }),
  component: IncidentsPage,
})

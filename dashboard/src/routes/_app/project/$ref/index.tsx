import { createFileRoute } from '@tanstack/react-router'
import { projectOverviewQuery, usageQuery } from '../../../../data/resources/platform/overview.ts'
import { projectServicesQuery } from '../../../../data/resources/platform/services.ts'
import { snippetsQuery } from '../../../../data/resources/platform/content.ts'
import { ProjectHome } from '../../../../features/projects/project-home.tsx'

export const Route = createFileRoute('/_app/project/$ref/')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(projectOverviewQuery(call, ref)),
      read(projectServicesQuery(call, ref)),
      read(usageQuery(call, ref, 24)),
      read(snippetsQuery(call, ref)),
    ]),
  component: HomePage,
})

function HomePage() {
  return <ProjectHome projectRef={Route.useParams().ref} />
}

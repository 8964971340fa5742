import { createFileRoute } from '@tanstack/react-router'
import { projectOverviewQuery } from '../../../../data/resources/platform/overview.ts'
import { projectServicesQuery } from '../../../../data/resources/platform/services.ts'
import { snippetsQuery } from '../../../../data/resources/platform/content.ts'
import { seriesQuery } from '../../../../data/resources/services/reports/series.ts'
import { requestsOf } from '../../../../features/projects/service-figures.ts'
import { ProjectHome } from '../../../../features/projects/project-home.tsx'

export const Route = createFileRoute('/_app/project/$ref/')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(projectOverviewQuery(call, ref)),
      read(projectServicesQuery(call, ref)),
      read(snippetsQuery(call, ref)),
      read(seriesQuery(call, ref, requestsOf('1440'))),
    ]),
  component: HomePage,
})

function HomePage() {
  return <ProjectHome projectRef={Route.useParams().ref} />
}

import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bucketQuery } from '../../../../../../data/resources/services/storage/buckets.ts'
import { objectsQuery } from '../../../../../../data/resources/services/storage/objects.ts'
import { ExplorerPage } from '../../../../../../features/storage/explorer/explorer-page.tsx'
import {
  ExplorerSearch,
  objectsOf,
} from '../../../../../../features/storage/explorer/explorer-search.ts'

export const Route = createFileRoute('/_app/project/$ref/storage/buckets/$bucket')({
  validateSearch: ExplorerSearch,
  loaderDeps: ({ search }) => ({ objects: objectsOf(ExplorerSearch(search)) }),
  loader: ({ context, deps: { objects }, params: { ref, bucket } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(bucketQuery(call, ref, bucket)),
      objects && readPages(objectsQuery(call, ref, bucket, objects)),
    ]),
  component: ExplorerRoute,
})

function ExplorerRoute() {
  const { ref, bucket } = Route.useParams()
  const navigate = useNavigate()
  return (
    <div className="h-[calc(100dvh-var(--shell-top))]">
      <ExplorerPage
        key={`${ref}/${bucket}`}
        projectRef={ref}
        bucket={bucket}
        search={Route.useSearch()}
        onSearch={(search, { replace = false } = {}) =>
          void navigate({
            to: '/project/$ref/storage/buckets/$bucket',
            params: { ref, bucket },
            search,
            replace,
          })
        }
      />
    </div>
  )
}

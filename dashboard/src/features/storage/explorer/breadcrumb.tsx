import { Breadcrumb } from '../../../components/breadcrumb.tsx'
import { stepsOf } from './paths.ts'

type FolderBreadcrumbProps = { projectRef: string; bucket: string; folder: string }

/** Links to the buckets, the bucket, and each folder down to the open one. */
export function FolderBreadcrumb({ projectRef, bucket, folder }: FolderBreadcrumbProps) {
  const params = { ref: projectRef, bucket }
  const to = '/project/$ref/storage/buckets/$bucket' as const
  const path = [
    { label: 'Buckets', link: { to: '/project/$ref/storage', params: { ref: projectRef } } },
    { label: bucket, link: { to, params, search: {} } },
    ...stepsOf(folder).map((step) => ({
      label: step.name || '(no name)',
      link: { to, params, search: { folder: step.folder } },
    })),
  ] as const
  return (
    // In reverse order, so that a path wider than the page is scrolled to its end, the open folder.
    <div className="flex min-w-0 flex-row-reverse overflow-x-auto">
      <div className="mr-auto">
        <Breadcrumb label="Folder" parents={path.slice(0, -1)}>
          <h1 className="font-semibold" aria-current="page">
            {path.at(-1)?.label}
          </h1>
        </Breadcrumb>
      </div>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { stepsOf } from './paths.ts'

type BreadcrumbProps = { projectRef: string; bucket: string; folder: string }

const LINK = 'text-muted hover:text-text hover:underline'

/** Links to the buckets, the bucket, and each folder down to the open one. */
export function Breadcrumb({ projectRef, bucket, folder }: BreadcrumbProps) {
  const params = { ref: projectRef, bucket }
  const steps = stepsOf(folder)
  return (
    // In reverse order, so that a path wider than the page is scrolled to its end, the open folder.
    <nav aria-label="Folder" className="flex min-w-0 flex-row-reverse overflow-x-auto">
      <ol className="mr-auto flex shrink-0 items-center gap-1.5 whitespace-nowrap">
        <li>
          <Link to="/project/$ref/storage" params={{ ref: projectRef }} className={LINK}>
            Buckets
          </Link>
        </li>
        <Separator />
        <li>
          {steps.length === 0 ? (
            <h1 className="font-semibold" aria-current="page">
              {bucket}
            </h1>
          ) : (
            <Link
              to="/project/$ref/storage/buckets/$bucket"
              params={params}
              search={{}}
              className={LINK}
            >
              {bucket}
            </Link>
          )}
        </li>
        {steps.map((step, index) => (
          <Fragment key={step.folder}>
            <Separator />
            <li>
              {index === steps.length - 1 ? (
                <h1 className="font-semibold" aria-current="page">
                  {step.name || '(no name)'}
                </h1>
              ) : (
                <Link
                  to="/project/$ref/storage/buckets/$bucket"
                  params={params}
                  search={{ folder: step.folder }}
                  className={LINK}
                >
                  {step.name || '(no name)'}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

const Separator = () => (
  <li aria-hidden className="text-muted">
    /
  </li>
)

import { Link } from '@tanstack/react-router'
import { StorageUsage } from './storage-usage.tsx'

const TAB =
  '-mb-px flex h-8 items-center border-b border-transparent whitespace-nowrap text-muted transition-colors hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text'

/** The storage pages that are not about one bucket. */
export function StorageTabs({ projectRef }: { projectRef: string }) {
  const params = { ref: projectRef }
  const options = { exact: true, includeSearch: false }
  return (
    <div className="mb-4 grid gap-3 sm:flex sm:items-end sm:justify-between sm:gap-6 sm:border-b">
      <nav aria-label="Storage" className="border-b sm:border-b-0">
        <ul className="flex gap-4">
          <li>
            <Link
              to="/project/$ref/storage"
              params={params}
              activeOptions={options}
              className={TAB}
            >
              Buckets
            </Link>
          </li>
          <li>
            <Link
              to="/project/$ref/storage/policies"
              params={params}
              activeOptions={options}
              className={TAB}
            >
              Policies
            </Link>
          </li>
          <li>
            <Link
              to="/project/$ref/storage/webhooks"
              params={params}
              activeOptions={options}
              className={TAB}
            >
              Webhooks
            </Link>
          </li>
        </ul>
      </nav>
      <StorageUsage projectRef={projectRef} />
    </div>
  )
}

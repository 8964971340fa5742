import { Link } from '@tanstack/react-router'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useSnippets } from '../../data/resources/platform/content.ts'
import { classNames } from '../../lib/class-names.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const SHOWN = 5

/** The saved queries that were changed last. */
export function RecentQueries({ projectRef }: { projectRef: string }) {
  const { data, error, isPending, refetch } = useSnippets(projectRef)
  return (
    <section aria-labelledby="recent-queries">
      <h2 id="recent-queries" className="mb-2 font-semibold">
        Recent queries
      </h2>
      {isPending && <Skeleton className="h-8" />}
      {error && !data && (
        <QueryError
          error={error}
          title="Could not load the queries"
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <p className="text-muted">
          No saved queries yet.{' '}
          <SqlLink projectRef={projectRef} className="underline underline-offset-2">
            Write a query
          </SqlLink>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y border-y">
          {data.slice(0, SHOWN).map(({ id, name, updated_at }) => (
            <li key={id} className="flex h-9 items-center justify-between gap-4">
              <SqlLink projectRef={projectRef} id={id}>
                {name}
              </SqlLink>
              <Time date={updated_at} className="shrink-0 text-xs text-muted" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SqlLink({ projectRef, id, className = 'hover:underline', children }: SqlLinkProps) {
  const path: string = `/project/${projectRef}/sql${id === undefined ? '' : `/${id}`}`
  return (
    <Link to={path} className={classNames('truncate text-accent-text', className)}>
      {children}
    </Link>
  )
}

type SqlLinkProps = { projectRef: string; id?: string; className?: string; children: string }

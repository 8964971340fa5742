import type { Fix } from '@stoa/contract/services/advisors/advisors'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { SqlPreview } from '../../components/sql-form/sql-preview.tsx'
import { useApplyFix, useFix } from '../../data/resources/services/advisors/advisors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type FixSectionProps = { projectRef: string; cacheKey: string }

/** Shows the SQL that corrects a finding, and runs it. */
export function FixSection(props: FixSectionProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <section aria-label="Fix" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {isShown ? (
        <ShownFix {...props} />
      ) : (
        <Button variant="primary" className="justify-self-start" onClick={() => setIsShown(true)}>
          Show fix
        </Button>
      )}
    </section>
  )
}

function ShownFix({ projectRef, cacheKey }: FixSectionProps) {
  const { data: fix, error, refetch } = useFix(projectRef, cacheKey)
  const apply = useApplyFix(projectRef)
  if (error && !fix)
    return (
      <QueryError error={error} title="Could not compose the SQL" onRetry={() => void refetch()} />
    )
  if (!fix) return <Skeleton className="h-40" />
  return (
    <>
      <SqlPreview sql={fix.statements.join('\n')} title={fix.title} changesDefinitions={false} />
      <FixFacts fix={fix} />
      {apply.error && <QueryError error={apply.error} title="Could not apply the fix" />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          pending={apply.isPending}
          onClick={() =>
            apply.mutate(
              { cache_key: cacheKey, statements: fix.statements },
              // The object may have been changed, so its SQL is composed again.
              { onError: () => void refetch() },
            )
          }
        >
          Apply fix
        </Button>
        <p className="text-xs text-muted">Recorded as a migration.</p>
      </div>
    </>
  )
}

function FixFacts({ fix: { locks, effect, undo } }: { fix: Fix }) {
  return (
    <dl className="grid gap-2 text-xs">
      <div>
        <dt className="text-muted">Effect</dt>
        <dd className="text-pretty">{effect}</dd>
      </div>
      {locks.map(({ object, blocks }) => (
        <div key={object}>
          <dt className="break-words text-muted">While it runs, blocks on {object}</dt>
          <dd>{blocks}</dd>
        </div>
      ))}
      <div>
        <dt className="text-muted">Undo</dt>
        <dd className="break-words">
          {undo === null ? 'Not possible' : <code className="font-mono">{undo.join(' ')}</code>}
        </dd>
      </div>
    </dl>
  )
}

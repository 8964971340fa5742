import { IndexSuggestions } from '../../components/index-advice/index-suggestions.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useIndexAdvice } from '../../data/resources/services/meta/objects.ts'
import { Button } from '../../ui/buttons/button.tsx'

type IndexSectionProps = { projectRef: string; sql: string }

/** Indexes that would make the query cheaper, by a measurement on copies of its tables. */
export function IndexSection({ projectRef, sql }: IndexSectionProps) {
  const advice = useIndexAdvice(projectRef)
  return (
    <section aria-labelledby="indexes" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id="indexes" className="text-sm font-medium">
          Index advice
        </h3>
        <Button
          size="sm"
          className="ml-auto"
          pending={advice.isPending}
          onClick={() => advice.mutate(sql)}
        >
          Find indexes
        </Button>
      </div>
      {!advice.data && !advice.error && (
        <p className="text-xs text-muted">
          Candidates are measured on copies of the tables, which are rolled back. The query itself
          doesn’t run.
        </p>
      )}
      {advice.error && <QueryError error={advice.error} title="Could not find indexes" />}
      {advice.data && (
        <IndexSuggestions
          projectRef={projectRef}
          advice={advice.data}
          onCreated={() => advice.reset()}
        />
      )}
    </section>
  )
}

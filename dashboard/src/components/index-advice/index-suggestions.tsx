import type { IndexAdvice, IndexSuggestion } from '@stoa/contract/services/meta/index-advice'
import { useState } from 'react'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'
import { ChangeDialog } from '../sql-form/change-dialog.tsx'

type IndexSuggestionsProps = {
  projectRef: string
  advice: IndexAdvice
  /** Afterwards, the advice is out of date. */
  onCreated: () => void
}

/** Suggested indexes with the costs that were measured. Each can be created. */
export function IndexSuggestions({ projectRef, advice, onCreated }: IndexSuggestionsProps) {
  const [chosen, setChosen] = useState<IndexSuggestion>()
  const highlight = useHighlight()
  const { suggestions, cost_before, measured } = advice
  return (
    <section aria-label="Suggestions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-sm font-medium">
        {suggestions.length === 0
          ? 'No btree index makes this statement noticeably cheaper.'
          : `${formatCount(suggestions.length)} suggested`}
      </h3>
      {suggestions.map((suggestion, place) => {
        const before = suggestions[place - 1]?.cost_after ?? cost_before
        return (
          <div key={suggestion.sql} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <CodeBlock
              label={`Index ${place + 1}`}
              code={suggestion.sql}
              shown={<HighlightedCode code={suggestion.sql} language="sql" highlight={highlight} />}
              wrap
            />
            <div className="flex items-center justify-between gap-3">
              <p className="text-xs text-muted tabular-nums">
                Cost {formatCount(Math.round(before))} →{' '}
                {formatCount(Math.round(suggestion.cost_after))}
                {', '}
                {Math.round((1 - suggestion.cost_after / before) * 100)}% less
              </p>
              <Button size="sm" onClick={() => setChosen(suggestion)}>
                Create index
              </Button>
            </div>
          </div>
        )
      })}
      <p className="text-xs text-muted">
        Costs are the planner’s estimates on{' '}
        {measured
          .map(
            ({ table, rows, copied_rows }) =>
              `${formatCount(copied_rows)} of ${formatCount(Math.max(rows, copied_rows))} rows of ${table}`,
          )
          .join(', ')}
        . An index also slows down writes a little.
      </p>
      {chosen && (
        <ChangeDialog
          projectRef={projectRef}
          variant="success"
          title={`Create an index on ${chosen.table}?`}
          description="It is built without blocking writes, which takes longer on a large table."
          confirmLabel="Create index"
          success="Index created"
          change={{
            kind: 'create_index',
            table: { schema: chosen.schema, name: chosen.table },
            name: null,
            method: 'btree',
            columns: chosen.columns,
            is_unique: false,
            is_concurrent: true,
            condition: null,
          }}
          onClose={() => {
            setChosen(undefined)
            onCreated()
          }}
        />
      )}
    </section>
  )
}

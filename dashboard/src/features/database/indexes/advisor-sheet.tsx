import type { IndexAdvice, IndexSuggestion } from '@stoa/contract/services/meta/index-advice'
import { useState } from 'react'
import { formProblem } from '../../../components/form/form-problem.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { useIndexAdvice } from '../../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { SlowStatements } from './slow-statements.tsx'

type AdvisorSheetProps = { projectRef: string; onClose: () => void }

/** Suggests indexes for a statement, with the costs that were measured. */
export function AdvisorSheet({ projectRef, onClose }: AdvisorSheetProps) {
  const [chosen, setChosen] = useState<IndexSuggestion>()
  const advice = useIndexAdvice(projectRef)
  const { values, change, state } = useForm({
    values: { sql: '' },
    submit: ({ sql }) => advice.mutate(sql),
  })
  const setSql = (sql: string) => {
    change({ sql })
    advice.reset()
  }
  return (
    <Sheet
      open
      size="lg"
      title="Index advisor"
      description="The statement is planned, not run. Candidates are measured on copies of its tables, which are rolled back."
      onClose={onClose}
    >
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Find indexes"
        {...state}
        isDirty={false}
        pending={advice.isPending}
        canSubmit={values.sql.trim() !== ''}
        problem={formProblem(advice.error)}
        onCancel={onClose}
      >
        <Field label="Statement" description="Use $1, $2 for parameters.">
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              className="font-mono text-xs"
              spellCheck={false}
              placeholder="select * from orders where customer_id = $1"
              value={values.sql}
              onChange={(event) => setSql(event.target.value)}
            />
          )}
        </Field>
        <SlowStatements projectRef={projectRef} onChoose={setSql} />
        {advice.data && <Suggestions advice={advice.data} onChoose={setChosen} />}
      </SheetForm>
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
            advice.reset()
          }}
        />
      )}
    </Sheet>
  )
}

type SuggestionsProps = {
  advice: IndexAdvice
  onChoose: (suggestion: IndexSuggestion) => void
}

function Suggestions({ advice, onChoose }: SuggestionsProps) {
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
              <Button size="sm" onClick={() => onChoose(suggestion)}>
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
    </section>
  )
}

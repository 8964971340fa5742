import { formProblem } from '../../../components/form/form-problem.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { IndexSuggestions } from '../../../components/index-advice/index-suggestions.tsx'
import { useIndexAdvice } from '../../../data/resources/services/meta/objects.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { SlowStatements } from './slow-statements.tsx'

type AdvisorSheetProps = { projectRef: string; onClose: () => void }

/** Suggests indexes for a statement, with the costs that were measured. */
export function AdvisorSheet({ projectRef, onClose }: AdvisorSheetProps) {
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
        {advice.data && (
          <IndexSuggestions
            projectRef={projectRef}
            advice={advice.data}
            onCreated={() => advice.reset()}
          />
        )}
      </SheetForm>
    </Sheet>
  )
}

import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ReactNode } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useRunPolicySql } from '../../data/resources/policies.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SheetForm } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'

type PolicyFormProps = {
  projectRef: string
  name: string
  onName: (name: string) => void
  /** From `policyNameProblem`. */
  nameProblem: string | undefined
  /** False while other fields have problems. */
  canSubmit: boolean
  /** The statements to run. Empty while nothing is to be changed. */
  sql: string
  submitLabel: string
  /** What the toast says afterwards. */
  success: string
  onClose: () => void
  /** The fields above the name. */
  children?: ReactNode
  /** The fields below the name. */
  below?: ReactNode
}

/** A form for policies that shows its SQL before it runs. */
export function PolicyForm({ projectRef, sql, nameProblem, ...props }: PolicyFormProps) {
  const run = useRunPolicySql(projectRef)
  const highlight = useHighlight()
  const submit = async () => {
    await run.mutateAsync(sql)
    toast.success(props.success)
    props.onClose()
  }
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      submitLabel={props.submitLabel}
      pending={run.isPending}
      canSubmit={props.canSubmit && nameProblem === undefined && sql !== ''}
      onSubmit={() => void submit().catch(() => undefined)}
      onCancel={props.onClose}
    >
      {run.isError && (
        <ErrorState message={errorMessage(run.error)} details={errorDetails(run.error)} />
      )}
      {props.children}
      <Field label="Policy name" error={nameProblem}>
        {(control) => (
          <Input
            {...control}
            value={props.name}
            maxLength={63}
            autoComplete="off"
            onChange={(event) => props.onName(event.target.value)}
          />
        )}
      </Field>
      {props.below}
      <section className="grid grid-cols-1 gap-1.5">
        <h3 className="text-sm font-medium">SQL to run</h3>
        {sql === '' ? (
          <p className="text-xs text-muted">Nothing to run yet.</p>
        ) : (
          <CodeBlock
            label="SQL"
            code={sql}
            shown={<HighlightedCode code={sql} language="sql" highlight={highlight} />}
            wrap
          />
        )}
      </section>
    </SheetForm>
  )
}

/** Postgres cuts longer names, in bytes. */
const MOST_BYTES = 63
const BYTES = new TextEncoder()

/** Why new policies of a table can't have these names, or undefined if they can. */
export function policyNameProblem(
  { policies }: Pick<TableDetail, 'policies'>,
  names: readonly string[],
): string | undefined {
  if (names.some((name) => name.trim() === '')) return 'Enter a name.'
  if (names.some((name) => BYTES.encode(name).length > MOST_BYTES))
    return 'The name is too long. It can have at most 63 bytes.'
  const taken = names.find((name) => policies.some((policy) => policy.name === name))
  if (taken === undefined) return undefined
  return names.length === 1
    ? 'This table already has a policy with this name.'
    : `This table already has a policy with the name “${taken}”.`
}

import type { TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useCreatePolicy, useTable } from '../../data/resources/tables.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Radio, RadioGroup } from '../../ui/radio.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ownerColumns, POLICY_TEMPLATES, policySql } from './policy-templates.ts'
import type { PolicyTemplate } from './policy-templates.ts'

type PolicySheetProps = {
  projectRef: string
  table: Pick<TableSummary, 'id' | 'name'>
  onClose: () => void
}

const TEMPLATES = ['read', 'insert', 'update', 'delete'] as const
const isTemplate = (value: string): value is PolicyTemplate => value in POLICY_TEMPLATES

/** Creates a policy from one of the usual templates, and shows its SQL before it runs. */
export function PolicySheet({ projectRef, table, onClose }: PolicySheetProps) {
  const detail = useTable(projectRef, table.id)
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Create policy on <span className="font-mono">{table.name}</span>
        </>
      }
      onClose={onClose}
    >
      {detail.isPending && (
        <SheetBody className="grid content-start gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </SheetBody>
      )}
      {detail.isError && (
        <SheetBody>
          <QueryError
            title="Could not load the table"
            error={detail.error}
            onRetry={() => void detail.refetch()}
          />
        </SheetBody>
      )}
      {detail.data !== undefined && (
        <PolicyForm projectRef={projectRef} table={detail.data} onClose={onClose} />
      )}
    </Sheet>
  )
}

type PolicyFormProps = { projectRef: string; table: TableDetail; onClose: () => void }

function PolicyForm({ projectRef, table, onClose }: PolicyFormProps) {
  const creation = useCreatePolicy(projectRef)
  const owners = ownerColumns(table)
  const [template, setTemplate] = useState<PolicyTemplate>('read')
  const [typedName, setTypedName] = useState<string | undefined>()
  const [owner, setOwner] = useState(owners[0])
  const wording = POLICY_TEMPLATES[template]
  const name = typedName ?? wording.name
  const isTaken = table.policies.some((policy) => policy.name === name.trim())
  const problem = problemOf(name, isTaken)
  const sql = policySql({
    schema: table.schema,
    table: table.name,
    template,
    name: name.trim(),
    owner,
  })
  const create = async () => {
    await creation.mutateAsync(sql)
    toast.success('Policy created')
    onClose()
  }
  return (
    <SheetForm
      className="grid content-start gap-5"
      submitLabel="Create policy"
      pending={creation.isPending}
      canSubmit={problem === undefined}
      onSubmit={() => void create().catch(() => undefined)}
      onCancel={onClose}
    >
      {creation.isError && (
        <ErrorState message={errorMessage(creation.error)} details={errorDetails(creation.error)} />
      )}
      <RadioGroup
        aria-label="Template"
        value={template}
        onValueChange={(next) => isTemplate(next) && setTemplate(next)}
      >
        {TEMPLATES.map((key) => {
          const { title, description, needsOwner } = POLICY_TEMPLATES[key]
          const isMissing = needsOwner && owners.length === 0
          return (
            <Radio
              key={key}
              value={key}
              disabled={isMissing}
              label={title}
              description={
                isMissing ? 'Requires a column of type uuid with the user’s ID.' : description
              }
            />
          )
        })}
      </RadioGroup>
      <Field label="Policy name" error={problem}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={63}
            onChange={(event) => setTypedName(event.target.value)}
          />
        )}
      </Field>
      {wording.needsOwner && (
        <Field label="User ID column" description="Contains the ID of the user who owns the row.">
          {(control) => (
            <Select
              {...control}
              value={owner}
              options={owners.map((value) => ({ value, label: value }))}
              onValueChange={setOwner}
            />
          )}
        </Field>
      )}
      <section className="grid grid-cols-1 gap-1.5">
        <h3 className="text-sm font-medium">SQL to run</h3>
        <CodeBlock label="SQL" code={sql} wrap />
      </section>
    </SheetForm>
  )
}

function problemOf(name: string, isTaken: boolean): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  return isTaken ? 'This table already has a policy with this name.' : undefined
}

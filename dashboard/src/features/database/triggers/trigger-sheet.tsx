import { TriggerEvent, TriggerTiming } from '@stoa/contract/services/meta/object-changes'
import { Identifier, NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { TablePicker } from '../../../components/table-picker/table-picker.tsx'
import { useTables } from '../../../data/resources/services/meta/tables.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { CheckList } from '../../../components/form/check-list.tsx'
import { expressionOf } from '../object-address.ts'
import { FunctionFields } from './function-fields.tsx'
import { NameField } from '../list/name-field.tsx'

const TIMINGS = [
  { value: 'after', label: 'After the change' },
  { value: 'before', label: 'Before the change' },
  { value: 'instead of', label: 'Instead of the change (views)' },
] as const
const LEVELS = [
  { value: 'row', label: 'Each row' },
  { value: 'statement', label: 'Each statement' },
] as const

type TriggerSheetProps = { projectRef: string; schema: string; onClose: () => void }

const NewTrigger = z.object({
  name: NewName,
  table: z.object({ schema: Identifier, name: z.string().min(1, 'Select a table.') }),
  timing: TriggerTiming,
  events: z.array(TriggerEvent).min(1, 'Select at least one event.'),
  level: z.enum(['row', 'statement']),
  function: z.object({ schema: Identifier, name: z.string().min(1, 'Select a function.') }),
  condition: z.string(),
})

type TriggerDraft = z.infer<typeof NewTrigger>

/** Creates a trigger, and shows its SQL before it runs. */
export function TriggerSheet({ projectRef, schema, onClose }: TriggerSheetProps) {
  const tables = useTables(projectRef, schema)
  const {
    values: draft,
    body,
    problems,
    change,
    state,
  } = useForm<TriggerDraft, TriggerDraft>({
    values: {
      name: '',
      table: { schema, name: '' },
      timing: 'after',
      events: ['insert'],
      level: 'row',
      function: { schema, name: '' },
      condition: '',
    },
    schema: NewTrigger,
  })
  const changeable = tables.data?.filter(({ kind }) => kind !== 'materialized_view') ?? []
  return (
    <Sheet open size="lg" title="New trigger" onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            ...body,
            kind: 'create_trigger',
            condition: expressionOf(body.condition),
          }
        }
        submitLabel="Create trigger"
        success="Trigger created"
        onClose={onClose}
      >
        <NameField value={draft.name} error={problems.name} onChange={(name) => change({ name })} />
        <Field label="Table" error={problems.table}>
          {(control) => (
            <TablePicker
              {...control}
              tables={changeable}
              value={draft.table.name === '' ? undefined : draft.table.name}
              onValueChange={(name) => change({ table: { schema, name } })}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Fires">
            {(control) => (
              <Select
                {...control}
                value={draft.timing}
                options={TIMINGS}
                onValueChange={(timing) => change({ timing })}
              />
            )}
          </Field>
          <Field label="For">
            {(control) => (
              <Select
                {...control}
                value={draft.level}
                options={LEVELS}
                onValueChange={(level) => change({ level })}
              />
            )}
          </Field>
        </div>
        <CheckList
          label="Events"
          values={TriggerEvent.options}
          chosen={draft.events}
          onChange={(events) => change({ events: [...events] })}
          error={problems.events}
        />
        <FunctionFields
          projectRef={projectRef}
          returns="trigger"
          value={draft.function}
          error={problems.function}
          onChange={(next) => change({ function: next })}
        />
        <Field
          label="Condition"
          aside="optional"
          description="An SQL expression over OLD and NEW. The function runs only when it is true."
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="new.amount > 0"
              value={draft.condition}
              onChange={(event) => change({ condition: event.target.value })}
            />
          )}
        </Field>
      </ChangeForm>
    </Sheet>
  )
}

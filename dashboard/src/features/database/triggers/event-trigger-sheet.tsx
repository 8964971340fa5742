import { useFormValues } from '../../../components/form/use-form-values.ts'
import { nameProblem } from '../../../components/sql-form/name-problem.ts'
import { SqlForm } from '../../../components/sql-form/sql-form.tsx'
import {
  useCreateEventTrigger,
  type EventTriggerDraft,
} from '../../../data/resources/database-objects.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { createEventTriggerSql } from './event-trigger-sql.ts'
import { FunctionFields } from './function-fields.tsx'

const EVENTS = [
  { value: 'ddl_command_end', label: 'ddl_command_end', description: 'After any change' },
  { value: 'sql_drop', label: 'sql_drop', description: 'After objects were dropped' },
  { value: 'table_rewrite', label: 'table_rewrite', description: 'Before a table is rewritten' },
] as const

type Values = Omit<EventTriggerDraft, 'tags'> & { tags: string }

const TAG = /^[A-Z]+(?: [A-Z]+)*$/

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').toUpperCase())
    .filter((tag) => tag !== '')

type EventTriggerSheetProps = { projectRef: string; onClose: () => void }

/** Creates an event trigger, and shows its SQL before it runs. */
export function EventTriggerSheet({ projectRef, onClose }: EventTriggerSheetProps) {
  const create = useCreateEventTrigger(projectRef)
  const { values, isDirty, change } = useFormValues<Values>({
    name: '',
    event: 'ddl_command_end',
    tags: '',
    function: { schema: 'public', name: '' },
  })
  const draft = { ...values, tags: tagsOf(values.tags) }
  const areTagsValid = draft.tags.every((tag) => TAG.test(tag))
  const isComplete =
    nameProblem(draft.name) === undefined && draft.function.name !== '' && areTagsValid
  return (
    <Sheet
      open
      size="lg"
      title="New event trigger"
      description="To reject a change, its function raises an exception."
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={isComplete}
        sql={isComplete ? createEventTriggerSql(draft) : ''}
        run={{
          mutateAsync: () => create.mutateAsync(draft),
          isPending: create.isPending,
          error: create.error,
        }}
        submitLabel="Create event trigger"
        success="Event trigger created"
        onClose={onClose}
      >
        <Field label="Name" error={draft.name === '' ? undefined : nameProblem(draft.name)}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Event"
          description="Event triggers on ddl_command_start and login could run with more rights than yours, so they are not available."
        >
          {(control) => (
            <Select
              {...control}
              value={draft.event}
              options={EVENTS}
              onValueChange={(event) => change({ event })}
            />
          )}
        </Field>
        <Field
          label="Commands"
          aside="optional"
          description="Separated by commas. If empty, it runs for all commands."
          error={areTagsValid ? undefined : 'Enter commands such as CREATE TABLE, DROP VIEW.'}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="CREATE TABLE, ALTER TABLE"
              value={values.tags}
              onChange={(event) => change({ tags: event.target.value })}
            />
          )}
        </Field>
        <FunctionFields
          projectRef={projectRef}
          returns="event_trigger"
          value={draft.function}
          onChange={(next) => change({ function: next })}
        />
      </SqlForm>
    </Sheet>
  )
}

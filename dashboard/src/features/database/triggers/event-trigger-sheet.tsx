import { EventTriggerEvent } from '@stoa/contract/services/meta/object-changes'
import { Identifier, NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { FunctionFields } from './function-fields.tsx'
import { NameField } from '../list/name-field.tsx'

const EVENTS = [
  { value: 'ddl_command_end', label: 'ddl_command_end', description: 'After any change' },
  { value: 'sql_drop', label: 'sql_drop', description: 'After objects were dropped' },
  { value: 'table_rewrite', label: 'table_rewrite', description: 'Before a table is rewritten' },
] as const

type Values = {
  name: string
  event: EventTriggerEvent
  tags: string
  function: { schema: string; name: string }
}

const TAG = /^[A-Z]+(?: [A-Z]+)*$/

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').toUpperCase())
    .filter((tag) => tag !== '')

const NewEventTrigger = z.object({
  name: NewName,
  event: EventTriggerEvent,
  tags: z
    .string()
    .transform(tagsOf)
    .refine(
      (tags) => tags.every((tag) => TAG.test(tag)),
      'Enter commands such as CREATE TABLE, DROP VIEW.',
    ),
  function: z.object({ schema: Identifier, name: z.string().min(1, 'Select a function.') }),
})

type EventTriggerSheetProps = { projectRef: string; onClose: () => void }

/** Creates an event trigger, and shows its SQL before it runs. */
export function EventTriggerSheet({ projectRef, onClose }: EventTriggerSheetProps) {
  const { values, body, problems, change, state } = useForm<
    Values,
    z.infer<typeof NewEventTrigger>
  >({
    values: {
      name: '',
      event: 'ddl_command_end',
      tags: '',
      function: { schema: 'public', name: '' },
    },
    schema: NewEventTrigger,
  })
  return (
    <Sheet
      open
      size="lg"
      title="New event trigger"
      description="To reject a change, its function raises an exception."
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={body && { kind: 'create_event_trigger', ...body }}
        submitLabel="Create event trigger"
        success="Event trigger created"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
        <Field
          label="Event"
          description="Event triggers on ddl_command_start and login could run with more rights than yours, so they are not available."
        >
          {(control) => (
            <Select
              {...control}
              value={values.event}
              options={EVENTS}
              onValueChange={(event) => change({ event })}
            />
          )}
        </Field>
        <Field
          label="Commands"
          aside="optional"
          description="Separated by commas. If empty, it runs for all commands."
          error={problems.tags}
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
          value={values.function}
          error={problems.function}
          onChange={(next) => change({ function: next })}
        />
      </ChangeForm>
    </Sheet>
  )
}

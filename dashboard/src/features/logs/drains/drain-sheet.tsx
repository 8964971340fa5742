import { createLogDrain, updateLogDrain, type LogDrain } from '@stoa/contract/services/logs/drains'
import { CheckList } from '../../../components/form/check-list.tsx'
import { sentTo } from '../../../components/form/checked-by.ts'
import { FormField } from '../../../components/form/form-field.tsx'
import { InputField } from '../../../components/form/input-field.tsx'
import { useForm, type FormOf } from '../../../components/form/use-form.ts'
import {
  useCreateLogDrain,
  useUpdateLogDrain,
  type LogDrainDraft,
} from '../../../data/resources/services/logs/drains.ts'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { LOG_PAGES } from '../log-pages.ts'
import { sourceName } from '../words.ts'
import { DRAIN_FIELDS } from './drain-fields.tsx'
import { EMPTY_DRAIN, ofDrain, problemsOf, toDrain, type DrainValues } from './drain-values.ts'
import { DRAIN_TYPES, typeLabel } from './drain-words.ts'

type SheetProps = { projectRef: string; onClose: () => void }

const NEW_DRAIN = sentTo(createLogDrain, toDrain, (values: DrainValues) => problemsOf(values, true))
const CHANGED_DRAIN = sentTo(updateLogDrain, toDrain, (values: DrainValues) =>
  problemsOf(values, false),
)

export function NewDrainSheet({ projectRef, onClose }: SheetProps) {
  const form = useForm<DrainValues, LogDrainDraft>({
    schema: NEW_DRAIN,
    values: EMPTY_DRAIN,
    mutation: useCreateLogDrain(projectRef),
    onSuccess: onClose,
  })
  return (
    <Sheet open title="New log drain" onClose={onClose}>
      <SheetForm submitLabel="Create log drain" {...form.state} onCancel={onClose}>
        <DrainFields form={form} isNew />
      </SheetForm>
    </Sheet>
  )
}

export function EditDrainSheet({ projectRef, drain, onClose }: SheetProps & { drain: LogDrain }) {
  const form = useForm<DrainValues, LogDrainDraft>({
    schema: CHANGED_DRAIN,
    values: ofDrain(drain),
    mutation: useUpdateLogDrain(projectRef, drain.id),
    onSuccess: onClose,
  })
  return (
    <Sheet open title={`Edit ${drain.name}`} description={typeLabel(drain.type)} onClose={onClose}>
      <SheetForm submitLabel="Save" {...form.state} onCancel={onClose}>
        <DrainFields form={form} isNew={false} />
      </SheetForm>
    </Sheet>
  )
}

/** The sources that have pages; nothing is written to others yet. */
const SOURCES = LOG_PAGES.flatMap(({ sources }) => sources)

function DrainFields({ form, isNew }: { form: FormOf<DrainValues>; isNew: boolean }) {
  const { type, sources } = form.values
  const Fields = DRAIN_FIELDS[type]
  return (
    <>
      <InputField form={form} name="name" label="Name" maxLength={63} autoComplete="off" />
      {isNew && (
        <FormField form={form} name="type" label="Destination">
          {(attributes, value, change) => (
            <Select {...attributes} value={value} options={DRAIN_TYPES} onValueChange={change} />
          )}
        </FormField>
      )}
      <Fields form={form} isNew={isNew} />
      <CheckList
        label={sources.length === 0 ? 'Sources: all' : 'Sources'}
        values={SOURCES}
        chosen={sources}
        labelOf={sourceName}
        onChange={(chosen) => form.change({ sources: chosen })}
      />
    </>
  )
}

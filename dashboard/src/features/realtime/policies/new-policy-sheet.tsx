import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { ExpressionField } from '../../../components/policies/policy-fields.tsx'
import { PolicyForm, policyNameProblem } from '../../../components/policies/policy-form.tsx'
import { createPolicySql } from '../../../components/policies/policy-sql.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Radio, RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import {
  DIRECTIONS,
  MESSAGES,
  policiesFor,
  TEMPLATES,
  type Direction,
  type MessagesChoice,
} from './realtime-templates.ts'

type NewPolicySheetProps = { projectRef: string; table: TableDetail; onClose: () => void }

/** What was changed from the template's suggestion. */
type Typed = { name?: string; condition?: string }

type Values = {
  /** The ID of the template. */
  template: string | undefined
  topic: string
  table: string
  directions: readonly Direction[]
  messages: MessagesChoice
  typed: Typed
}

const FIELDS = {
  topic: {
    label: 'Topic',
    description: 'The name of the channel.',
    placeholder: 'room-1',
  },
  table: {
    label: 'Table',
    description:
      'A table in the schema public with the columns topic (text) and user_id (uuid). Users need SELECT on their own rows.',
    placeholder: 'channel_members',
  },
}

const MESSAGE_OPTIONS = (['all', 'broadcast', 'presence'] as const).map((value) => ({
  value,
  label: MESSAGES[value].label,
}))

/** Creates policies for private channels from a template, and shows their SQL before it runs. */
export function NewPolicySheet({ projectRef, table, onClose }: NewPolicySheetProps) {
  const { values, isDirty, change } = useFormValues<Values>({
    template: TEMPLATES[0]?.id,
    topic: '',
    table: '',
    directions: DIRECTIONS,
    messages: 'all',
    typed: {},
  })
  const template = TEMPLATES.find(({ id }) => id === values.template)
  const { directions, messages, typed } = values
  const { name = template?.name ?? '', condition = template?.condition(values) ?? '' } = typed
  const drafts = policiesFor({ name: name.trim(), directions, messages, condition })
  const field = template?.field
  const isFilled = field === undefined || values[field].trim() !== ''
  const canSubmit = isFilled && condition.trim() !== '' && drafts.length > 0
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          New policy on <span className="font-mono">realtime.messages</span>
        </>
      }
      description="For signed-in users on private channels."
      onClose={onClose}
    >
      <PolicyForm
        projectRef={projectRef}
        isDirty={isDirty}
        name={name}
        onName={(next) => change({ typed: { ...typed, name: next } })}
        nameProblem={policyNameProblem(
          table,
          drafts.length === 0 ? [name.trim()] : drafts.map((draft) => draft.name),
        )}
        canSubmit={canSubmit}
        sql={canSubmit ? drafts.map((draft) => createPolicySql(table, draft)).join('\n\n') : ''}
        submitLabel={drafts.length > 1 ? 'Create policies' : 'Create policy'}
        success={drafts.length > 1 ? `${drafts.length} policies created` : 'Policy created'}
        onClose={onClose}
        below={
          <>
            <Directions chosen={directions} onChange={(next) => change({ directions: next })} />
            <Field label="Messages">
              {(control) => (
                <Select
                  {...control}
                  className="w-64 max-w-full"
                  value={messages}
                  options={MESSAGE_OPTIONS}
                  onValueChange={(next) => change({ messages: next })}
                />
              )}
            </Field>
            <ExpressionField
              label="Condition"
              description="A policy applies to the channels for which this SQL expression is true. realtime.topic() returns the topic."
              value={condition}
              onValueChange={(next) => change({ typed: { ...typed, condition: next } })}
            />
          </>
        }
      >
        <RadioGroup
          aria-label="Template"
          value={template?.id ?? ''}
          onValueChange={(id) => change({ template: id, typed: {} })}
        >
          {TEMPLATES.map(({ id, title, description }) => (
            <Radio key={id} value={id} label={title} description={description} />
          ))}
        </RadioGroup>
        {field !== undefined && (
          <Field label={FIELDS[field].label} description={FIELDS[field].description}>
            {(control) => (
              <Input
                {...control}
                className="max-w-64 font-mono text-xs"
                autoComplete="off"
                placeholder={FIELDS[field].placeholder}
                value={values[field]}
                onChange={(event) =>
                  change({
                    [field]: event.target.value,
                    typed: typed.name === undefined ? {} : { name: typed.name },
                  })
                }
              />
            )}
          </Field>
        )}
      </PolicyForm>
    </Sheet>
  )
}

type DirectionsProps = {
  chosen: readonly Direction[]
  onChange: (directions: readonly Direction[]) => void
}

const DIRECTION_LABELS = { SELECT: 'Receive', INSERT: 'Send' }

function Directions({ chosen, onChange }: DirectionsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">Allowed operations</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {DIRECTIONS.map((direction) => (
          <label key={direction} className="flex cursor-pointer items-center gap-2">
            <Checkbox
              checked={chosen.includes(direction)}
              onCheckedChange={(isChecked) =>
                onChange(
                  isChecked === true
                    ? [...chosen, direction]
                    : chosen.filter((each) => each !== direction),
                )
              }
            />
            {DIRECTION_LABELS[direction]}
            <span className="font-mono text-xs text-muted">{direction}</span>
          </label>
        ))}
      </div>
      {chosen.length === 0 && <p className="text-xs text-muted">Select at least one operation.</p>}
    </fieldset>
  )
}

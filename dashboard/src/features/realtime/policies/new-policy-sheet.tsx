import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ChannelMessages } from '@stoa/contract/services/meta/policy-conditions'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { OperationChoice } from '../../../components/policies/operation-choice.tsx'
import { ExpressionField } from '../../../components/policies/policy-fields.tsx'
import { isEmptyCondition } from '../../../components/policies/policy-changes.ts'
import { newNamesProblem } from '../../../components/policies/policy-form.tsx'
import { TemplatePolicyForm } from '../../../components/policies/template-policy-form.tsx'
import { useConditionText } from '../../../data/resources/services/meta/sql-drafts.ts'
import { useSettledValue } from '../../../lib/use-settled-value.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import {
  DIRECTIONS,
  MESSAGES,
  policiesFor,
  TEMPLATES,
  type Direction,
} from './realtime-templates.ts'

type NewPolicySheetProps = { projectRef: string; table: TableDetail; onClose: () => void }

/** The changes to the template's suggestion. */
type Typed = { name?: string; condition?: string }

type Values = {
  /** The ID of the template. */
  template: string | undefined
  topic: string
  table: string
  directions: readonly Direction[]
  messages: ChannelMessages
  typed: Typed
}

const FIRST: Values = {
  template: TEMPLATES[0]?.id,
  topic: '',
  table: '',
  directions: DIRECTIONS,
  messages: 'all',
  typed: {},
}

/** The values, with the template's suggestions as defaults. */
function filledIn(values: Values) {
  const template = TEMPLATES.find(({ id }) => id === values.template)
  const { name = template?.name ?? '', condition = template?.condition(values) ?? '' } =
    values.typed
  return { template, name, condition }
}

function draftsOf(values: Values) {
  const { name, condition } = filledIn(values)
  const { directions, messages } = values
  return policiesFor({ name: name.trim(), directions, messages, condition })
}

const nameProblem = (table: TableDetail, values: Values) =>
  newNamesProblem(table, { typed: filledIn(values).name, drafts: draftsOf(values) })

const schemaOf = (table: TableDetail) =>
  fieldsCheckedBy<Values>((values) => {
    const { template, condition } = filledIn(values)
    const field = template?.field
    return {
      ...(field !== undefined && values[field].trim() === '' && { [field]: 'Enter a value.' }),
      directions: values.directions.length === 0 ? 'Select at least one.' : undefined,
      typed: isEmptyCondition(condition) ? 'Enter a condition.' : nameProblem(table, values),
    }
  })

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
  label: MESSAGES[value],
}))

/** Creates policies for private channels from a template, and shows their SQL before it runs. */
export function NewPolicySheet({ projectRef, table, onClose }: NewPolicySheetProps) {
  const form = useForm<Values, Values>({ values: FIRST, schema: schemaOf(table) })
  const { values, body, problems, change, state } = form
  const { directions, messages, typed } = values
  const { template, name, condition } = filledIn(values)
  const field = template?.field
  const isIncomplete = field !== undefined && values[field].trim() === ''
  const { text } = useConditionText(
    projectRef,
    useSettledValue(isIncomplete ? undefined : condition),
  )
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
      <TemplatePolicyForm
        {...{ projectRef, table, template, name, state, onClose }}
        nameProblem={nameProblem(table, values)}
        drafts={body && draftsOf(body)}
        templates={TEMPLATES}
        onTemplate={(next) => change({ template: next?.id, typed: {} })}
        field={
          field && {
            ...FIELDS[field],
            value: values[field],
            problem: problems[field],
            onChange: (value) =>
              change({
                [field]: value,
                typed: typed.name === undefined ? {} : { name: typed.name },
              }),
          }
        }
        onName={(next) => change({ typed: { ...typed, name: next } })}
        below={
          <>
            <OperationChoice
              operations={DIRECTIONS}
              labels={DIRECTION_LABELS}
              chosen={directions}
              onChange={(next) => change({ directions: next })}
            />
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
              error={
                form.isSubmitted && isEmptyCondition(condition) ? 'Enter a condition.' : undefined
              }
              value={text}
              onValueChange={(next) => change({ typed: { ...typed, condition: next } })}
            />
          </>
        }
      />
    </Sheet>
  )
}

const DIRECTION_LABELS = { SELECT: 'Receive', INSERT: 'Send' }

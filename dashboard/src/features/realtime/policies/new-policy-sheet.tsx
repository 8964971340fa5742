import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { OperationChoice } from '../../../components/policies/operation-choice.tsx'
import { ExpressionField } from '../../../components/policies/policy-fields.tsx'
import { TemplatePolicyForm } from '../../../components/policies/template-policy-form.tsx'
import { Field } from '../../../ui/field.tsx'
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
  const [template, setTemplate] = useState(TEMPLATES[0])
  const [values, setValues] = useState({ topic: '', table: '' })
  const [directions, setDirections] = useState<readonly Direction[]>(DIRECTIONS)
  const [messages, setMessages] = useState<MessagesChoice>('all')
  const [typed, setTyped] = useState<{ name?: string; condition?: string }>({})
  const { name = template?.name ?? '', condition = template?.condition(values) ?? '' } = typed
  const drafts = policiesFor({ name: name.trim(), directions, messages, condition })
  const field = template?.field
  const isFilled = (field === undefined || values[field].trim() !== '') && condition.trim() !== ''
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
        {...{ projectRef, table, template, name, drafts, isFilled, onClose }}
        templates={TEMPLATES}
        onTemplate={(next) => {
          setTemplate(next)
          setTyped({})
        }}
        field={
          field && {
            ...FIELDS[field],
            value: values[field],
            onChange: (value) => {
              setValues({ ...values, [field]: value })
              setTyped(typed.name === undefined ? {} : { name: typed.name })
            },
          }
        }
        onName={(next) => setTyped({ ...typed, name: next })}
        below={
          <>
            <OperationChoice
              operations={DIRECTIONS}
              labels={DIRECTION_LABELS}
              chosen={directions}
              onChange={setDirections}
            />
            <Field label="Messages">
              {(control) => (
                <Select
                  {...control}
                  className="w-64 max-w-full"
                  value={messages}
                  options={MESSAGE_OPTIONS}
                  onValueChange={setMessages}
                />
              )}
            </Field>
            <ExpressionField
              label="Condition"
              description="A policy applies to the channels for which this SQL expression is true. realtime.topic() returns the topic."
              value={condition}
              onValueChange={(next) => setTyped({ ...typed, condition: next })}
            />
          </>
        }
      />
    </Sheet>
  )
}

const DIRECTION_LABELS = { SELECT: 'Receive', INSERT: 'Send' }

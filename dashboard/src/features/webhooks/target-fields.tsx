import { useState } from 'react'
import { WebhookUrl } from '../../components/webhooks/webhook-fields.tsx'
import { useFunctions } from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'

type TargetFieldsProps = {
  projectRef: string
  /** A URL, or the path of an edge function. */
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

const KINDS = [
  { value: 'url', label: 'URL' },
  { value: 'function', label: 'Edge function' },
] as const

const FUNCTIONS = '/functions/v1/'

/** The receiver of a webhook's requests, which is an edge function of the project or any URL. */
export function TargetFields({ projectRef, ...field }: TargetFieldsProps) {
  const { value, onChange } = field
  const [kind, setKind] = useState(value.startsWith(FUNCTIONS) ? 'function' : 'url')
  const canChoose = useCan(projectRef)('functions:read')
  if (!canChoose) return <WebhookUrl description={`${POST} ${PATH}`} {...field} />
  return (
    <>
      <SegmentedControl
        aria-label="Receiver"
        className="justify-self-start"
        value={kind}
        options={KINDS}
        onValueChange={(next) => {
          setKind(next)
          // An empty field shows its problem only after it was changed.
          if (value !== '') onChange('')
        }}
      />
      {kind === 'url' ? (
        <WebhookUrl description={POST} {...field} />
      ) : (
        <FunctionField projectRef={projectRef} {...field} />
      )}
    </>
  )
}

const POST = 'Receives POST requests.'
const PATH = 'For an edge function of this project, enter /functions/v1/ followed by its name.'

function FunctionField({ projectRef, value, problem, onChange }: TargetFieldsProps) {
  const { data: functions = [] } = useFunctions(projectRef)
  const chosen = value.slice(FUNCTIONS.length)
  // The receiver can be a function that has been deleted.
  const names = new Set([...functions.map(({ slug }) => slug), ...(chosen === '' ? [] : [chosen])])
  return (
    <Field label="Function" description={POST} error={problem && 'Select a function.'}>
      {(control) => (
        <Combobox
          {...control}
          value={chosen === '' ? undefined : chosen}
          options={[...names].map((name) => ({ value: name, label: name }))}
          placeholder="Select a function"
          searchPlaceholder="Search functions"
          emptyText="No functions yet"
          onValueChange={(name) => onChange(`${FUNCTIONS}${name}`)}
        />
      )}
    </Field>
  )
}

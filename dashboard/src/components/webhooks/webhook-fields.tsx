import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { CheckList } from '../form/check-list.tsx'
import { Toggle } from '../settings/toggle.tsx'

type TextFieldProps = {
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

export function WebhookName({ value, problem, onChange }: TextFieldProps) {
  return (
    <Field label="Name" error={problem}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

export function WebhookUrl({
  value,
  problem,
  description,
  onChange,
}: TextFieldProps & { description: string }) {
  return (
    <Field label="URL" description={description} error={problem}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

type EventListProps<Event extends string> = {
  events: readonly Event[]
  chosen: readonly Event[]
  labelOf?: (event: Event) => string
  onChange: (chosen: Event[]) => void
}

/** The events that a webhook sends, of which it needs one. */
export function EventList<Event extends string>({ events, ...list }: EventListProps<Event>) {
  return (
    <CheckList
      label="Events"
      values={events}
      error={list.chosen.length === 0 ? 'Select at least one event.' : undefined}
      {...list}
    />
  )
}

type EnabledToggleProps = { isEnabled: boolean; onChange: (isEnabled: boolean) => void }

export function EnabledToggle({ isEnabled, onChange }: EnabledToggleProps) {
  return (
    <Toggle label="Enabled" description="A disabled webhook does not collect events.">
      {(control) => <Switch {...control} checked={isEnabled} onCheckedChange={onChange} />}
    </Toggle>
  )
}

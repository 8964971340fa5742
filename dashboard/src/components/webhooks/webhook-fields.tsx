import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { CheckList } from '../form/check-list.tsx'
import { Toggle } from '../settings/toggle.tsx'

type ReceiverFieldsProps = {
  value: { name: string; url: string }
  nameProblem: string | undefined
  urlDescription: string
  urlProblem: string | undefined
  onChange: (change: { name?: string; url?: string }) => void
}

/** The name and the URL of a webhook. */
export function ReceiverFields({
  value,
  nameProblem,
  urlDescription,
  urlProblem,
  onChange,
}: ReceiverFieldsProps) {
  return (
    <>
      <Field label="Name" error={nameProblem}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={value.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field label="URL" description={urlDescription} error={urlProblem}>
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            autoComplete="off"
            value={value.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
    </>
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

import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
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

type EventTogglesProps<Event> = {
  events: readonly Event[]
  chosen: readonly Event[]
  wordsOf: (event: Event) => { label: string; description: string }
  onChange: (chosen: Event[]) => void
}

export function EventToggles<Event extends string>({
  events,
  chosen,
  wordsOf,
  onChange,
}: EventTogglesProps<Event>) {
  const isEmpty = chosen.length === 0
  return (
    <fieldset className="grid gap-5" aria-label="Events" data-invalid={isEmpty || undefined}>
      {events.map((event) => (
        <Toggle key={event} {...wordsOf(event)}>
          {(control) => (
            <Switch
              {...control}
              checked={chosen.includes(event)}
              onCheckedChange={(isOn) =>
                onChange(events.filter((each) => (each === event ? isOn : chosen.includes(each))))
              }
            />
          )}
        </Toggle>
      ))}
      {isEmpty && (
        <p role="alert" className="text-xs text-danger-text">
          Select at least one event.
        </p>
      )}
    </fieldset>
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

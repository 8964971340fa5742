import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useState } from 'react'
import { RoleChoice } from '../../components/impersonation/role-choice.tsx'
import { useCan } from '../../data/resources/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ChangeSource, ChannelOptions, InspectorState } from './use-inspector.ts'

type ChannelFormProps = {
  projectRef: string
  state: InspectorState
  onJoin: (options: ChannelOptions) => void
  onLeave: () => void
}

const EVENTS = [
  { value: '*', label: 'All events' },
  { value: 'INSERT', label: 'Insert' },
  { value: 'UPDATE', label: 'Update' },
  { value: 'DELETE', label: 'Delete' },
] as const

const CHANGES: ChangeSource = { schema: 'public', table: '', event: '*', filter: '' }

/** Which channel to join, what to listen to, and as whom. */
export function ChannelForm({ projectRef, state, onJoin, onLeave }: ChannelFormProps) {
  const [name, setName] = useState('')
  const [isPrivate, setIsPrivate] = useState(false)
  const can = useCan(projectRef)
  const [impersonation, setImpersonation] = useState<Impersonation>({ role: 'anon' })
  const [token, setToken] = useState('')
  const [hasBroadcast, setHasBroadcast] = useState(true)
  const [hasPresence, setHasPresence] = useState(true)
  const [hasChanges, setHasChanges] = useState(false)
  const [changes, setChanges] = useState(CHANGES)
  const isOpen = state.name === 'joined' || state.name === 'joining'
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOpen) return onLeave()
        const usedToken = impersonation.role === 'anon' ? token.trim() : ''
        const options = { name: name.trim(), isPrivate, impersonation, token: usedToken }
        const listening = { hasBroadcast, hasPresence, changes: hasChanges ? changes : undefined }
        if (options.name !== '') onJoin({ ...options, ...listening })
      }}
    >
      <fieldset disabled={isOpen} className="grid gap-4 disabled:opacity-60">
        <Field label="Channel">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              placeholder="room-1"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Choice label="Private channel" isOn={isPrivate} onChange={setIsPrivate} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">Listen to</legend>
          <Choice label="Broadcast" isOn={hasBroadcast} onChange={setHasBroadcast} />
          <Choice label="Presence" isOn={hasPresence} onChange={setHasPresence} />
          <Choice label="Database changes" isOn={hasChanges} onChange={setHasChanges} />
        </fieldset>
        {hasChanges && <ChangeFields changes={changes} onChange={setChanges} />}
        {can('database:write') && (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-medium">Join as</legend>
            <RoleChoice
              label="Join as"
              projectRef={projectRef}
              value={impersonation}
              onChange={setImpersonation}
            />
          </fieldset>
        )}
        {impersonation.role === 'anon' && (
          <Field
            label="Access token"
            aside="optional"
            description="The token of a signed-in user. Without one, you join as anon."
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                value={token}
                onChange={(event) => setToken(event.target.value)}
              />
            )}
          </Field>
        )}
      </fieldset>
      <div>
        <Button
          type="submit"
          variant={isOpen ? 'secondary' : 'primary'}
          disabled={!isOpen && name.trim() === ''}
          pending={state.name === 'joining'}
        >
          {isOpen ? 'Leave channel' : 'Join channel'}
        </Button>
      </div>
    </form>
  )
}

type ChoiceProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

const Choice = ({ label, isOn, onChange }: ChoiceProps) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Radix draws the control as a button, which a label around it names.
  <label className="flex items-center gap-2">
    <Checkbox checked={isOn} onCheckedChange={(next) => onChange(next === true)} />
    {label}
  </label>
)

type ChangeFieldsProps = { changes: ChangeSource; onChange: (changes: ChangeSource) => void }

function ChangeFields({ changes, onChange }: ChangeFieldsProps) {
  const text = (name: 'schema' | 'table' | 'filter', label: string, placeholder: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={changes[name]}
          onChange={(event) => onChange({ ...changes, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="grid gap-4 border-l pl-3">
      <div className="grid grid-cols-2 gap-3">
        {text('schema', 'Schema', 'public')}
        {text('table', 'Table', 'All tables')}
      </div>
      <Field label="Event">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={changes.event}
            options={EVENTS}
            onValueChange={(event) => onChange({ ...changes, event })}
          />
        )}
      </Field>
      {text('filter', 'Filter', 'id=eq.1')}
      <p className="text-xs text-muted">
        Only tables of the publication <code>supabase_realtime</code> send changes.
      </p>
    </div>
  )
}

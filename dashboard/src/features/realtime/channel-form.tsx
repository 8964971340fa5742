import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { fieldsCheckedBy } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import { RoleChoice } from '../../components/impersonation/role-choice.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useSchemas, useTables } from '../../data/resources/services/meta/tables.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
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

type Values = Omit<ChannelOptions, 'changes'> & { hasChanges: boolean; changes: ChangeSource }

const FIRST: Values = {
  name: '',
  isPrivate: false,
  impersonation: { role: 'anon' },
  token: '',
  hasBroadcast: true,
  hasPresence: true,
  hasChanges: false,
  changes: { schema: 'public', table: '', event: '*', filter: '' },
}

const CHANNEL = fieldsCheckedBy<Values>(({ name }) => ({
  name: name.trim() === '' ? 'Enter a name.' : undefined,
})).transform(({ hasChanges, changes, ...values }): ChannelOptions => ({
  ...values,
  name: values.name.trim(),
  token: values.impersonation.role === 'anon' ? values.token.trim() : '',
  changes: hasChanges ? changes : undefined,
}))

/** Selects the channel to join, the events to listen to, and the role. */
export function ChannelForm({ projectRef, state, onJoin, onLeave }: ChannelFormProps) {
  const can = useCan(projectRef)
  const { values, problems, change, submit, showProblems } = useForm<Values, ChannelOptions>({
    values: FIRST,
    schema: CHANNEL,
    submit: onJoin,
  })
  const isOpen = state.name === 'joined' || state.name === 'joining'
  const form = {
    // A channel is not saved, so leaving the page loses nothing.
    isDirty: false,
    pending: state.name === 'joining',
    showProblems,
    onSubmit: isOpen ? onLeave : submit,
  }
  return (
    <Form {...form} className="grid gap-4">
      {() => (
        <>
          <fieldset disabled={isOpen} className="grid gap-4 disabled:opacity-60">
            <Field label="Channel" error={problems.name}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="room-1"
                  maxLength={200}
                  value={values.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              )}
            </Field>
            <Choice
              label="Private channel"
              isOn={values.isPrivate}
              onChange={(isPrivate) => change({ isPrivate })}
            />
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 font-medium">Listen to</legend>
              <Choice
                label="Broadcast"
                isOn={values.hasBroadcast}
                onChange={(hasBroadcast) => change({ hasBroadcast })}
              />
              <Choice
                label="Presence"
                isOn={values.hasPresence}
                onChange={(hasPresence) => change({ hasPresence })}
              />
              <Choice
                label="Database changes"
                isOn={values.hasChanges}
                onChange={(hasChanges) => change({ hasChanges })}
              />
            </fieldset>
            {values.hasChanges && (
              <ChangeFields
                projectRef={projectRef}
                changes={values.changes}
                onChange={(changes) => change({ changes })}
              />
            )}
            {can('database:write') && (
              <fieldset className="grid gap-1.5">
                <legend className="mb-1.5 font-medium">Join as</legend>
                <RoleChoice
                  label="Join as"
                  projectRef={projectRef}
                  value={values.impersonation}
                  onChange={(impersonation) => change({ impersonation })}
                />
              </fieldset>
            )}
            {values.impersonation.role === 'anon' && (
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
                    value={values.token}
                    onChange={(event) => change({ token: event.target.value })}
                  />
                )}
              </Field>
            )}
          </fieldset>
          <div>
            <SubmitButton state={form} variant={isOpen ? 'secondary' : 'primary'}>
              {isOpen ? 'Leave channel' : 'Join channel'}
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
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

type ChangeFieldsProps = {
  projectRef: string
  changes: ChangeSource
  onChange: (changes: ChangeSource) => void
}

function ChangeFields({ projectRef, changes, onChange }: ChangeFieldsProps) {
  const id = useId()
  const { data: schemas = [] } = useSchemas(projectRef)
  const { data: tables = [] } = useTables(projectRef, changes.schema)
  const names = { schema: schemas, table: tables }
  const text = (name: 'schema' | 'table' | 'filter', label: string, placeholder: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          {...(name in names && { list: `${id}-${name}` })}
          value={changes[name]}
          onChange={(event) => onChange({ ...changes, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="grid gap-4 border-l pl-3">
      {Object.entries(names).map(([name, found]) => (
        <datalist key={name} id={`${id}-${name}`}>
          {found.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </datalist>
      ))}
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
        Only tables of the publication <code>supabase_realtime</code> send changes.{' '}
        <Link
          to="/project/$ref/database/publications"
          params={{ ref: projectRef }}
          className="text-accent-text underline underline-offset-2"
        >
          Select its tables
        </Link>
      </p>
    </div>
  )
}

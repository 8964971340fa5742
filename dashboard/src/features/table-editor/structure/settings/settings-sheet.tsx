import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { StorageParameter, TableSettings } from '@stoa/contract/services/meta/table-settings'
import { fieldsCheckedBy } from '../../../../components/form/checked-by.ts'
import { Option } from '../../../../components/form/option.tsx'
import { useForm } from '../../../../components/form/use-form.ts'
import { ChangeForm } from '../../../../components/sql-form/change-form.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Combobox } from '../../../../ui/inputs/combobox.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import {
  changeOf,
  draftOf,
  PARAMETER_GROUPS,
  PARAMETER_TEXTS,
  parametersProblem,
  type SettingsDraft,
} from './settings-draft.ts'

const IDENTITIES = [
  { value: 'default' as const, label: 'Primary key' },
  { value: 'index' as const, label: 'Unique index' },
  { value: 'full' as const, label: 'All columns', description: 'Works without a key, but slower' },
  {
    value: 'nothing' as const,
    label: 'None',
    description: 'Updates and deletes can’t be published',
  },
]

const SCHEMA = fieldsCheckedBy((draft: SettingsDraft) => ({
  index: draft.identity === 'index' && draft.index === '' ? 'Select an index.' : undefined,
  parameters: parametersProblem(draft.parameters),
}))

type SettingsSheetProps = {
  projectRef: string
  table: TableDetail
  settings: TableSettings
  onClose: () => void
}

/** Changes the owner, the storage and the replication of a table in one migration. */
export function SettingsSheet({ projectRef, table, settings, onClose }: SettingsSheetProps) {
  const before = draftOf(settings)
  const { values, body, problems, isDirty, change, state } = useForm<SettingsDraft, SettingsDraft>({
    values: before,
    schema: SCHEMA,
  })
  return (
    <Sheet open size="lg" title={`Settings of ${table.name}`} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={isDirty && body ? changeOf(table, before, body) : undefined}
        submitLabel="Save changes"
        success={`Settings of ${table.name} saved`}
        onClose={onClose}
      >
        <Field label="Owner" description="The new owner decides who can read and change the table.">
          {(control) => (
            <Combobox
              {...control}
              value={values.owner}
              options={settings.owners.map((name) => ({ value: name, label: name }))}
              onValueChange={(owner) => change({ owner })}
            />
          )}
        </Field>
        <IdentityFields {...{ settings, values, change }} problem={problems.index} />
        {settings.is_logged !== null && (
          <>
            <Option
              checked={!values.isLogged}
              onChange={(isUnlogged) => change({ isLogged: !isUnlogged })}
            >
              Unlogged (faster writes; the table is emptied after a crash)
            </Option>
            {values.isLogged !== before.isLogged && (
              <p className="text-xs text-warning-text">
                Rewrites the whole table while it holds the lock.
              </p>
            )}
            <ParameterFields
              parameters={values.parameters}
              problem={problems.parameters}
              onChange={(parameters) => change({ parameters })}
            />
          </>
        )}
      </ChangeForm>
    </Sheet>
  )
}

type IdentityFieldsProps = {
  settings: TableSettings
  values: SettingsDraft
  problem: string | undefined
  change: (part: Partial<SettingsDraft>) => void
}

/** How replication and realtime identify the rows of updates and deletes. */
function IdentityFields({ settings, values, problem, change }: IdentityFieldsProps) {
  const indexes = settings.identity_indexes
  return (
    <>
      <Field
        label="Replica identity"
        description="The columns that realtime and replication send with updated and deleted rows"
      >
        {(control) => (
          <Select
            {...control}
            value={values.identity}
            options={IDENTITIES.filter(({ value }) => value !== 'index' || indexes.length > 0)}
            onValueChange={(identity) => change({ identity })}
          />
        )}
      </Field>
      {values.identity === 'index' && (
        <Field label="Unique index" error={problem}>
          {(control) => (
            <Select
              {...control}
              value={values.index || undefined}
              placeholder="Select an index"
              options={indexes.map((name) => ({ value: name, label: name }))}
              onValueChange={(index) => change({ index })}
            />
          )}
        </Field>
      )}
    </>
  )
}

type ParameterFieldsProps = {
  parameters: SettingsDraft['parameters']
  problem: string | undefined
  onChange: (parameters: SettingsDraft['parameters']) => void
}

function ParameterFields({ parameters, problem, onChange }: ParameterFieldsProps) {
  const set = (name: StorageParameter, value: string) => onChange({ ...parameters, [name]: value })
  return (
    <>
      {PARAMETER_GROUPS.map(({ title, names }) => (
        <fieldset key={title} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-medium">{title}</legend>
          {names.map((name) => (
            <Field
              key={name}
              label={<span className="font-mono text-xs font-normal">{name}</span>}
              description={PARAMETER_TEXTS[name]}
            >
              {(control) => (
                <Input
                  {...control}
                  className="font-mono text-xs"
                  autoComplete="off"
                  placeholder="Default"
                  value={parameters[name]}
                  onChange={(event) => set(name, event.target.value)}
                />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
    </>
  )
}

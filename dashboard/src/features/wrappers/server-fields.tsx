import { Toggle } from '../../components/settings/toggle.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { CredentialField } from './credential-field.tsx'
import type { ServerDraft } from './draft.ts'
import { TLS_MODES } from './tls-modes.ts'

type ServerFieldsProps = {
  projectRef: string
  /** Whether the server already has a password, which stays if none is entered. */
  keepsPassword?: boolean
  value: ServerDraft
  problems: { readonly [Name in keyof ServerDraft]?: string | undefined }
  onChange: (next: Partial<ServerDraft>) => void
}

export function ServerFields({
  projectRef,
  keepsPassword = false,
  value,
  problems,
  onChange,
}: ServerFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField
          label="Host"
          error={problems.host}
          value={value.host}
          onChange={(host) => onChange({ host })}
        />
        <TextField
          label="Port"
          error={problems.port}
          value={value.port}
          onChange={(port) => onChange({ port })}
        />
      </div>
      <TextField
        label="Database"
        error={problems.database}
        value={value.database}
        onChange={(database) => onChange({ database })}
      />
      <TextField
        label="User"
        error={problems.user}
        description="Use a user with minimal privileges."
        value={value.user}
        onChange={(user) => onChange({ user })}
      />
      <CredentialField
        label="Password"
        description={
          keepsPassword
            ? 'Leave empty to keep the current password.'
            : 'Stored in the vault, not in the database catalog.'
        }
        error={problems.password}
        {...{ projectRef, value, onChange }}
      />
      <Field label="TLS">
        {(control) => (
          <Select
            {...control}
            value={value.tls}
            options={TLS_MODES}
            onValueChange={(tls) => onChange({ tls })}
          />
        )}
      </Field>
      {value.tls === 'verify-full' && (
        <Field
          label="CA certificate"
          aside="optional"
          description="In PEM format. Required if the server’s certificate is not from a public authority."
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              rows={2}
              spellCheck={false}
              value={value.caCertificate}
              onChange={({ target }) => onChange({ caCertificate: target.value })}
            />
          )}
        </Field>
      )}
      <Toggle
        label="Allow writes"
        description="Allow inserting, updating, and deleting rows of foreign tables."
      >
        {(control) => (
          <Switch
            {...control}
            checked={value.isWritable}
            onCheckedChange={(isWritable) => onChange({ isWritable })}
          />
        )}
      </Toggle>
    </>
  )
}

type TextFieldProps = {
  label: string
  description?: string
  error?: string | undefined
  value: string
  maxLength?: number
  onChange: (value: string) => void
}

export function TextField({ value, maxLength = 253, onChange, ...field }: TextFieldProps) {
  return (
    <Field {...field} className="content-start">
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

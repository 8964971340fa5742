import { useVaultSecrets } from '../../data/resources/services/vault/secrets.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'

/** The input for a credential: its value, or the vault secret that contains it. */
export type CredentialDraft = {
  readonly source: 'password' | 'secret'
  readonly password: string
  readonly secretId: string | undefined
}

export const EMPTY_CREDENTIAL: CredentialDraft = {
  source: 'password',
  password: '',
  secretId: undefined,
}

/** The new credential, or undefined if none was entered. */
export function toCredential(draft: CredentialDraft) {
  if (draft.source === 'secret')
    return draft.secretId === undefined ? undefined : { secret_id: draft.secretId }
  return draft.password === '' ? undefined : { password: draft.password }
}

type CredentialFieldProps = {
  projectRef: string
  label: string
  description: string
  error: string | undefined
  value: CredentialDraft
  onChange: (next: Partial<CredentialDraft>) => void
}

const SOURCES = [
  { value: 'password', label: 'Enter' },
  { value: 'secret', label: 'From the vault' },
] as const

export function CredentialField({
  projectRef,
  label,
  description,
  error,
  value,
  onChange,
}: CredentialFieldProps) {
  const secrets = useVaultSecrets(projectRef, '')
  return (
    <Field
      label={label}
      error={error}
      description={description}
      aside={
        <SegmentedControl
          aria-label={`Source of the ${label.toLowerCase()}`}
          value={value.source}
          options={SOURCES}
          onValueChange={(source) => onChange({ source })}
        />
      }
    >
      {(control) =>
        value.source === 'secret' ? (
          <Combobox
            {...control}
            value={value.secretId}
            options={(secrets.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id }))}
            placeholder="Select a secret"
            searchPlaceholder="Search secrets"
            onValueChange={(secretId) => onChange({ secretId })}
          />
        ) : (
          <Input
            {...control}
            type="password"
            maxLength={1000}
            autoComplete="new-password"
            value={value.password}
            onChange={({ target }) => onChange({ password: target.value })}
          />
        )
      }
    </Field>
  )
}

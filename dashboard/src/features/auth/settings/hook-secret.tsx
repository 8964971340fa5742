import { MASKED_SECRET } from '@stoa/contract/settings-section'
import type { CustomControlProps } from '../../../components/settings/settings-declaration.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

const BYTES = 32

/** A secret of Standard Webhooks. It is shown until it is saved, so that it can be copied. */
export function HookSecret({
  label,
  value,
  disabled,
  error,
  onValueChange,
}: CustomControlProps<string>) {
  const isSaved = value === MASKED_SECRET
  const shown = isSaved ? '' : value
  return (
    <Field
      label={label}
      description="Signs the requests according to Standard Webhooks. Copy it to the endpoint; it is not shown again after saving."
      error={error && 'Enter v1,whsec_ and then a secret in Base64.'}
    >
      {(control) => (
        <div className="flex min-w-0 items-center gap-2">
          <Input
            {...control}
            className="min-w-0 flex-1 font-mono text-xs"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={isSaved ? MASKED_SECRET : 'Not set'}
            value={shown}
            onChange={(event) => onValueChange(event.target.value.trim())}
          />
          {shown !== '' && <CopyButton iconOnly text={shown} />}
          <Button disabled={disabled} onClick={() => onValueChange(newSecret())}>
            Generate
          </Button>
        </div>
      )}
    </Field>
  )
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `v1,whsec_${btoa(String.fromCodePoint(...bytes))}`
}

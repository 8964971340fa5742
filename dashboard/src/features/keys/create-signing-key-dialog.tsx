import { createSigningKey, SigningAlgorithm } from '@stoa/contract/platform/keys'
import { FormField } from '../../components/form/form-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useCreateSigningKey } from '../../data/resources/platform/keys.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

const ALGORITHMS = {
  ES256: {
    label: 'ES256',
    description:
      'Elliptic curve. Recommended: short tokens that anyone can verify with the public key.',
    wanted: 'P-256 private key (PEM or JWK)',
  },
  RS256: {
    label: 'RS256',
    description: 'RSA, for tools without ES256 support. Tokens are longer and signing is slower.',
    wanted: 'RSA private key, 2048 to 4096 bits (PEM or JWK)',
  },
  HS256: {
    label: 'HS256',
    description: 'Shared secret. Anyone who can verify a token can also create one.',
    wanted: 'Secret, at least 32 bytes',
  },
} as const

const EMPTY: { algorithm: SigningAlgorithm; source: 'new' | 'own'; private_key: string } = {
  algorithm: 'ES256',
  source: 'new',
  private_key: '',
}

type CreateSigningKeyDialogProps = { projectRef: string; onClose: () => void }

export function CreateSigningKeyDialog({ projectRef, onClose }: CreateSigningKeyDialogProps) {
  const form = useForm({
    endpoint: createSigningKey,
    values: EMPTY,
    toBody: ({ algorithm, source, private_key }) => ({
      algorithm,
      ...(source === 'own' && { private_key: private_key.trim() }),
    }),
    mutation: useCreateSigningKey(projectRef),
    onSuccess: onClose,
  })
  const { values, change, state } = form
  const { algorithm, source } = values
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Create standby key"
        description="A standby key is published at the JWKS URL but does not sign tokens until you rotate to it."
      >
        <DialogForm
          {...state}
          className="grid gap-4"
          submitLabel="Create standby key"
          onCancel={onClose}
        >
          <RadioGroup
            aria-label="Algorithm"
            value={algorithm}
            onValueChange={(next) => change({ algorithm: SigningAlgorithm.parse(next) })}
          >
            {SigningAlgorithm.options.map((value) => (
              <Radio
                key={value}
                value={value}
                label={ALGORITHMS[value].label}
                description={ALGORITHMS[value].description}
              />
            ))}
          </RadioGroup>
          <SegmentedControl
            aria-label="Key"
            className="justify-self-start"
            value={source}
            options={[
              { value: 'new', label: 'Generate' },
              { value: 'own', label: 'Import' },
            ]}
            onValueChange={(next) => change({ source: next })}
          />
          {source === 'own' && (
            <FormField
              form={form}
              name="private_key"
              label={ALGORITHMS[algorithm].wanted}
              problem="Enter a key."
            >
              {(attributes, value, changeKey) => (
                <Textarea
                  {...attributes}
                  rows={6}
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono text-xs"
                  value={value}
                  onChange={(event) => changeKey(event.target.value)}
                />
              )}
            </FormField>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

import { SigningAlgorithm } from '@stoa/contract/platform/keys'
import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateSigningKey } from '../../data/resources/keys.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Radio, RadioGroup } from '../../ui/radio.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Textarea } from '../../ui/textarea.tsx'

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

type CreateSigningKeyDialogProps = { projectRef: string; onClose: () => void }

export function CreateSigningKeyDialog({ projectRef, onClose }: CreateSigningKeyDialogProps) {
  const [algorithm, setAlgorithm] = useState<SigningAlgorithm>('ES256')
  const [source, setSource] = useState<'new' | 'own'>('new')
  const [given, setGiven] = useState('')
  const create = useCreateSigningKey(projectRef)
  const isOwn = source === 'own'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Create standby key"
        description="A standby key is published at the JWKS URL but does not sign tokens until you rotate to it."
      >
        <DialogForm
          className="grid gap-4"
          submitLabel="Create standby key"
          pending={create.isPending}
          canSubmit={!isOwn || given.trim() !== ''}
          onSubmit={() =>
            create.mutate(
              { algorithm, ...(isOwn && { private_key: given }) },
              { onSuccess: onClose },
            )
          }
          onCancel={onClose}
        >
          <RadioGroup
            aria-label="Algorithm"
            value={algorithm}
            onValueChange={(next) => {
              create.reset()
              setAlgorithm(SigningAlgorithm.parse(next))
            }}
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
            onValueChange={setSource}
          />
          {isOwn && (
            <Field label={ALGORITHMS[algorithm].wanted}>
              {(control) => (
                <Textarea
                  {...control}
                  required
                  rows={6}
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono text-xs"
                  value={given}
                  onChange={(event) => {
                    create.reset()
                    setGiven(event.target.value)
                  }}
                />
              )}
            </Field>
          )}
          {create.error && (
            <p role="alert" className="text-xs text-danger-text">
              {errorMessage(create.error)}
            </p>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

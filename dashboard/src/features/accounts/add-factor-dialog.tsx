import { useState } from 'react'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import { useAbandonFactor, useEnrollFactor, type Pairing } from '../../data/resources/mfa.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { UNNAMED_FACTOR } from './factor-name.ts'
import { PairFactor } from './pair-factor.tsx'

type AddFactorDialogProps = {
  /** True when the account has no factor yet, so its sign-ins will require a code from now on. */
  isFirst: boolean
  onClose: () => void
}

/** Names an authenticator app, pairs it, and verifies its first code. */
export function AddFactorDialog({ isFirst, onClose }: AddFactorDialogProps) {
  const [pairing, setPairing] = useState<Pairing>()
  const abandon = useAbandonFactor()
  const close = () => {
    if (pairing) abandon.mutate(pairing.factorId)
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title="Add authenticator app"
        description={
          isFirst
            ? 'You’ll need a code from the app to sign in. Your other devices are signed out.'
            : undefined
        }
      >
        {pairing ? (
          <PairFactor pairing={pairing} onCancel={close} onPaired={onClose} />
        ) : (
          <NameForm onCancel={onClose} onEnrolled={setPairing} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type NameFormProps = { onCancel: () => void; onEnrolled: (pairing: Pairing) => void }

function NameForm({ onCancel, onEnrolled }: NameFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, isDirty, change } = useFormValues({ name: UNNAMED_FACTOR })
  const { name } = values
  const enroll = useEnrollFactor()
  return (
    <DialogForm
      submitLabel="Continue"
      isDirty={isDirty}
      canSubmit={name.trim() !== ''}
      pending={enroll.isPending}
      onSubmit={() => enroll.mutate(name.trim(), { onSuccess: onEnrolled })}
      onCancel={onCancel}
    >
      <Field
        label="Name"
        description="Identifies the device, such as “Work phone”."
        error={enroll.error ? errorMessage(enroll.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </DialogForm>
  )
}

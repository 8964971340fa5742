import { useState } from 'react'
import { z } from 'zod'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useAbandonFactor,
  useEnrollFactor,
  type Pairing,
} from '../../data/resources/platform/mfa.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
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

const FactorName = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'Enter at most 120 characters.'),
})

function NameForm({ onCancel, onEnrolled }: NameFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const enroll = useEnrollFactor()
  const form = useForm({
    values: { name: UNNAMED_FACTOR },
    schema: FactorName,
    mutation: {
      ...enroll,
      mutate: ({ name }: { name: string }, callbacks) => enroll.mutate(name, callbacks),
    },
    onSuccess: onEnrolled,
    errorField: 'name',
  })
  return (
    <DialogForm {...form.state} submitLabel="Continue" onCancel={onCancel}>
      <InputField
        form={form}
        name="name"
        label="Name"
        description="Identifies the device, such as “Work phone”."
        ref={field}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
    </DialogForm>
  )
}

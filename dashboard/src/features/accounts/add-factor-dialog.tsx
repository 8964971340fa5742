import { useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../components/form/use-form.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  useAbandonFactor,
  useEnrollFactor,
  type Pairing,
} from '../../data/resources/platform/mfa.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
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
  const { values, body, problems, showProblems, isDirty, change } = useForm({
    values: { name: UNNAMED_FACTOR },
    schema: FactorName,
  })
  const enroll = useEnrollFactor()
  return (
    <DialogForm
      submitLabel="Continue"
      isDirty={isDirty}
      showProblems={showProblems}
      pending={enroll.isPending}
      onSubmit={() => body && enroll.mutate(body.name, { onSuccess: onEnrolled })}
      onCancel={onCancel}
    >
      <Field
        label="Name"
        description="Identifies the device, such as “Work phone”."
        error={enroll.error ? errorMessage(enroll.error) : problems.name}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            autoComplete="off"
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </DialogForm>
  )
}

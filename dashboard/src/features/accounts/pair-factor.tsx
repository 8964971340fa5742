import { useForm } from '../../components/form/use-form.ts'
import { useVerifyFactor, type Pairing } from '../../data/resources/platform/mfa.ts'
import { codeFailure, plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { DialogForm } from '../../ui/overlays/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { codeProblem } from './step-form.tsx'

type PairFactorProps = { pairing: Pairing; onCancel: () => void; onPaired: () => void }

/** Shows the secret as a QR code and as text, and asks for the app's first code. */
export function PairFactor({ pairing, onCancel, onPaired }: PairFactorProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const verify = useVerifyFactor()
  const { values, problems, change, state } = useForm({
    kind: 'step',
    values: { code: '' },
    problemsOf: ({ code }) => ({ code: codeProblem(code) }),
    mutation: {
      ...verify,
      mutate: ({ code }: { code: string }, callbacks) =>
        verify.mutate({ factorId: pairing.factorId, code }, callbacks),
    },
    onSuccess: onPaired,
    onError: () => change({ code: '' }),
    errorField: 'code',
    errorText: codeFailure,
  })
  return (
    <DialogForm className="grid gap-4" submitLabel="Enable" {...state} onCancel={onCancel}>
      <p>Scan the QR code with your app, or enter the key manually.</p>
      <img
        src={`data:image/svg+xml;utf-8,${encodeURIComponent(pairing.qrCode)}`}
        alt="QR code for your authenticator app"
        className="mx-auto size-44 rounded-md border"
      />
      <div className="flex items-center gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs" aria-label="Key">
          {inGroups(pairing.secret)}
        </code>
        <CopyButton iconOnly text={pairing.secret} label="Copy key" />
      </div>
      <CodeField
        ref={field}
        label="Code from the app"
        value={values.code}
        onChange={(typed) => change({ code: plainCode(typed) })}
        error={problems.code}
      />
    </DialogForm>
  )
}

/** Splits the secret into groups of four characters, which are easier to read and type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

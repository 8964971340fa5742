import { setFunctionSecrets } from '@stoa/contract/services/functions/members'
import { useForm } from '../../components/form/use-form.ts'
import { useSetFunctionSecrets } from '../../data/resources/services/functions/functions.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { parseEnv } from './parse-env.ts'

type SecretsDialogProps = {
  projectRef: string
  /** The secret to change; empty to add others. */
  name: string
  onClose: () => void
}

const MOST_AT_ONCE = 100

/** Adds several secrets as the text of a .env file, or changes the value of one. */
export function SecretsDialog({ projectRef, name, onClose }: SecretsDialogProps) {
  const field = useInitialFocus<HTMLTextAreaElement>()
  const form = useForm({
    endpoint: setFunctionSecrets,
    values: { text: '' },
    toBody: ({ text }) => {
      const { secrets, problem } = secretsOf(name, text)
      return problem === undefined && text !== '' ? secrets : undefined
    },
    mutation: useSetFunctionSecrets(projectRef),
    onSuccess: onClose,
    errorField: 'text',
  })
  const { values, change, state } = form
  const { secrets, problem } = secretsOf(name, values.text)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={name === '' ? 'Add secrets' : `Change ${name}`}>
        <DialogForm
          {...state}
          submitLabel={secrets.length > 1 ? `Save ${secrets.length} secrets` : 'Save secret'}
          onCancel={onClose}
        >
          <Field
            label={name === '' ? 'Secrets' : 'New value'}
            description={
              name === ''
                ? 'One NAME=value per line. You can paste a .env file. Existing secrets with the same name are replaced.'
                : 'Replaces the current value in all functions.'
            }
            error={problem ?? form.problems.text}
          >
            {(control) => (
              <Textarea
                {...control}
                ref={field}
                rows={name === '' ? 8 : 3}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                value={values.text}
                onChange={(event) => change({ text: event.target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

function secretsOf(name: string, text: string) {
  if (name !== '') return { secrets: [{ name, value: text }], problem: undefined }
  const { secrets, problem } = parseEnv(text)
  const tooMany = secrets.length > MOST_AT_ONCE ? 'Add up to 100 secrets at once.' : undefined
  return { secrets, problem: problem ?? tooMany }
}

import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useSetFunctionSecrets } from '../../data/resources/functions.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
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
  const [text, setText] = useState('')
  const set = useSetFunctionSecrets(projectRef)
  const { secrets, problem } =
    name === '' ? parseEnv(text) : { secrets: [{ name, value: text }], problem: undefined }
  const tooMany = secrets.length > MOST_AT_ONCE ? 'Add up to 100 secrets at once.' : undefined
  const refused = set.error ? errorMessage(set.error) : undefined
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={name === '' ? 'Add secrets' : `Change ${name}`}>
        <DialogForm
          submitLabel={secrets.length > 1 ? `Save ${secrets.length} secrets` : 'Save secret'}
          pending={set.isPending}
          canSubmit={text !== '' && secrets.length > 0 && !problem && !tooMany}
          onSubmit={() => set.mutate(secrets, { onSuccess: onClose })}
          onCancel={onClose}
        >
          <Field
            label={name === '' ? 'Secrets' : 'New value'}
            description={
              name === ''
                ? 'One NAME=value per line. You can paste a .env file. Existing secrets of the same name are replaced.'
                : 'Replaces the current value in all functions.'
            }
            error={refused ?? problem ?? tooMany}
          >
            {(control) => (
              <Textarea
                {...control}
                ref={field}
                rows={name === '' ? 8 : 3}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                value={text}
                onChange={(event) => {
                  set.reset()
                  setText(event.target.value)
                }}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

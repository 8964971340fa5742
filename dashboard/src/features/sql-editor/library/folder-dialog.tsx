import { FolderName } from '@stoa/contract/platform/content-folders'
import { z } from 'zod'
import { formProblem } from '../../../components/form/form-problem.ts'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

type FolderDialogProps = {
  title: string
  submitLabel: string
  name: string
  description?: string
  mutation: { readonly isPending: boolean; readonly error: Error | null }
  onSubmit: (name: string) => void
  onClose: () => void
}

const Named = z.object({ name: FolderName })

/** The name of a new folder, or the new name of one. */
export function FolderDialog({ title, submitLabel, mutation, ...props }: FolderDialogProps) {
  const { values, body, problems, showProblems, isDirty, change } = useFormValues(
    { name: props.name },
    Named,
  )
  return (
    <Dialog open onOpenChange={(open) => !open && !mutation.isPending && props.onClose()}>
      <DialogContent title={title} size="sm">
        <DialogForm
          submitLabel={submitLabel}
          isDirty={isDirty}
          pending={mutation.isPending}
          problem={formProblem(mutation.error)}
          showProblems={showProblems}
          onSubmit={() => body && props.onSubmit(body.name)}
          onCancel={props.onClose}
        >
          <Field
            label="Name"
            description={props.description}
            error={problems.name && 'Enter a name of up to 100 characters.'}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={values.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

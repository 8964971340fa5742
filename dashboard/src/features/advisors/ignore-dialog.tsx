import { ignoreFinding } from '@stoa/contract/services/advisors/advisors'
import { useForm } from '../../components/form/use-form.ts'
import { useIgnoreFinding } from '../../data/resources/services/advisors/advisors.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

type IgnoreDialogProps = {
  projectRef: string
  rule: string
  /** Null ignores all findings of the rule. */
  cacheKey: string | null
  title: string
  onClose: () => void
}

/** Ignores a finding or a rule for all members of the project. */
export function IgnoreDialog({ projectRef, rule, cacheKey, title, onClose }: IgnoreDialogProps) {
  const { values, problems, change, state } = useForm({
    endpoint: ignoreFinding,
    values: { reason: '' },
    toBody: ({ reason }) => ({ rule, cache_key: cacheKey, reason }),
    mutation: useIgnoreFinding(projectRef),
    onSuccess: onClose,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="It is listed under Ignored for all members of the project, and no longer counted."
      >
        <DialogForm submitLabel="Ignore" {...state} onCancel={onClose}>
          <Field label="Reason" error={problems.reason}>
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                value={values.reason}
                onChange={({ target }) => change({ reason: target.value })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

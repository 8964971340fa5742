import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/storage-verbs.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { DateInput } from '../../../ui/date-picker.tsx'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { EXPIRIES, linkSeconds, type Expiry } from './link-expiry.ts'
import { baseName } from './paths.ts'

type LinkDialogProps = { name: string; verbs: ObjectVerbs; onClose: () => void }

/** Creates a link with which anyone can download a file until it expires. */
export function LinkDialog({ name, verbs, onClose }: LinkDialogProps) {
  const { values, change: set } = useFormValues<{ expiry: Expiry; day: string }>({
    expiry: 'week',
    day: '',
  })
  const { expiry, day } = values
  const [problem, setProblem] = useState<string>()
  const sign = useMutation({
    mutationFn: async (seconds: number) => {
      const url = (await verbs.sign([name], seconds)).get(name)
      if (url === undefined) throw new Error('The file does not exist anymore.')
      return url
    },
  })
  const submit = () => {
    const result = linkSeconds({ expiry, day }, new Date())
    if ('seconds' in result) sign.mutate(result.seconds)
    else setProblem(result.problem)
  }
  const change = (next: Partial<typeof values>) => {
    set(next)
    sign.reset()
    setProblem(undefined)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Signed link to ${baseName(name)}`}
        description="Anyone with the link can download the file until it expires. A link can’t be revoked, but it stops working when the file is renamed or deleted."
      >
        <DialogForm
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          submitLabel="Create link"
          // A choice of the duration is quickly made again.
          isDirty={false}
          pending={sign.isPending}
          onSubmit={submit}
          onCancel={onClose}
        >
          <Field label="Expires after" error={sign.error ? errorMessage(sign.error) : undefined}>
            {(control) => (
              <Select
                {...control}
                className="w-48"
                value={expiry}
                options={EXPIRIES}
                onValueChange={(next) => change({ expiry: next })}
              />
            )}
          </Field>
          {expiry === 'custom' && (
            <Field
              label="Expiry date"
              description="The link works until the end of this day."
              error={problem}
            >
              {(control) => (
                <DateInput
                  {...control}
                  className="w-40"
                  value={day}
                  onValueChange={(next) => change({ day: next })}
                />
              )}
            </Field>
          )}
          {sign.data !== undefined && <CodeBlock code={sign.data} label="Signed link" wrap />}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

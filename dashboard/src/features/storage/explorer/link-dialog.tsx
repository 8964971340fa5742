import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { DateInput } from '../../../ui/inputs/date-picker.tsx'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { EXPIRIES, linkSeconds, type Expiry } from './link-expiry.ts'
import { baseName } from './paths.ts'

type LinkDialogProps = { name: string; verbs: ObjectVerbs; onClose: () => void }

type LinkValues = { expiry: Expiry; day: string }

const LinkSeconds = z.custom<LinkValues>().transform((values, context) => {
  const result = linkSeconds(values, new Date())
  if ('seconds' in result) return result
  context.addIssue({ code: 'custom', path: ['day'], message: result.problem })
  return z.NEVER
})

/** Creates a link that lets anyone download a file until it expires. */
export function LinkDialog({ name, verbs, onClose }: LinkDialogProps) {
  const sign = useMutation({
    mutationFn: async ({ seconds }: { seconds: number }) => {
      const url = (await verbs.sign([name], seconds)).get(name)
      if (url === undefined) throw new Error('The file does not exist anymore.')
      return url
    },
  })
  const { values, problems, change, state } = useForm<LinkValues, { seconds: number }>({
    values: { expiry: 'week', day: '' },
    schema: LinkSeconds,
    mutation: sign,
    errorField: 'expiry',
  })
  const { expiry, day } = values
  const texts = {
    title: `Signed link to ${baseName(name)}`,
    description:
      'Anyone with the link can download the file until it expires. A link can’t be revoked, but it stops working when the file is renamed or deleted.',
  }
  if (sign.data !== undefined)
    return (
      <ShownOnceDialog {...texts} value={sign.data} valueLabel="Signed link" onClose={onClose} />
    )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent {...texts}>
        <DialogForm
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          submitLabel="Create link"
          {...state}
          // The choice of a duration is quickly repeated, so leaving does not ask.
          isDirty={false}
          onCancel={onClose}
        >
          <Field label="Expires after" error={problems.expiry}>
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
              error={problems.day}
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
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

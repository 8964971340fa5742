import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import type { ObjectVerbs } from '../../../data/resources/storage-verbs.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { baseName } from './paths.ts'

const HOUR = 3600
const EXPIRIES = [
  { value: String(HOUR), label: '1 hour' },
  { value: String(24 * HOUR), label: '1 day' },
  { value: String(7 * 24 * HOUR), label: '1 week' },
  { value: String(30 * 24 * HOUR), label: '30 days' },
  { value: String(365 * 24 * HOUR), label: '1 year' },
]

type LinkDialogProps = { name: string; verbs: ObjectVerbs; onClose: () => void }

/** Creates a link with which anyone can download a file until it expires. */
export function LinkDialog({ name, verbs, onClose }: LinkDialogProps) {
  const [expiry, setExpiry] = useState(EXPIRIES[2]?.value ?? '')
  const sign = useMutation({
    mutationFn: async () => {
      const url = (await verbs.sign([name], Number(expiry))).get(name)
      if (url === undefined) throw new Error('The file does not exist anymore.')
      return url
    },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Signed link to ${baseName(name)}`}
        description="Anyone with the link can download the file until it expires. A link can’t be revoked, but it stops working when the file is renamed or deleted."
      >
        <DialogForm
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          submitLabel="Create link"
          pending={sign.isPending}
          onSubmit={() => sign.mutate()}
          onCancel={onClose}
        >
          <Field label="Expires after" error={sign.error ? errorMessage(sign.error) : undefined}>
            {(control) => (
              <Select
                {...control}
                className="w-40"
                value={expiry}
                options={EXPIRIES}
                onValueChange={(next) => {
                  sign.reset()
                  setExpiry(next)
                }}
              />
            )}
          </Field>
          {sign.data !== undefined && <CodeBlock code={sign.data} label="Signed link" wrap />}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'

type RecordDetailsProps = {
  title: string
  fields: readonly { header: string; value: ReactNode }[]
  onClose: () => void
}

/** Every column of one record, for windows that are too narrow for the whole table. */
export function RecordDetails({ title, fields, onClose }: RecordDetailsProps) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <SheetBody>
        <dl className="grid gap-4 text-xs">
          {fields.map(({ header, value }) => (
            <div key={header} className="min-w-0">
              <dt className="text-muted">{header}</dt>
              <dd className="mt-0.5 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </SheetBody>
    </Sheet>
  )
}

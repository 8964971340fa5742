import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import type { RecordColumn } from './record-table.tsx'

type RecordDetailsProps<Item> = {
  title: string
  item: Item
  columns: readonly RecordColumn<Item>[]
  onClose: () => void
}

/** Every column of one record, for windows that are too narrow for the whole table. */
export function RecordDetails<Item>({ title, item, columns, onClose }: RecordDetailsProps<Item>) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <SheetBody>
        <dl className="grid gap-4 text-xs">
          {columns.map(({ header, cell }) => (
            <div key={header} className="min-w-0">
              <dt className="text-muted">{header}</dt>
              <dd className="mt-0.5 break-words">{cell(item)}</dd>
            </div>
          ))}
        </dl>
      </SheetBody>
    </Sheet>
  )
}

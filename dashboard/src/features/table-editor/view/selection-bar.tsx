import { Trash2 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { MOST_CHOSEN } from '../grid/row-checkbox.tsx'

type SelectionBarProps = {
  count: number
  canDelete: boolean
  onDelete: () => void
  onClear: () => void
}

/** Replaces the toolbar while rows are selected. */
export function SelectionBar({ count, canDelete, onDelete, onClear }: SelectionBarProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <output className="text-xs whitespace-nowrap tabular-nums">
        {count.toLocaleString('en')} {count === 1 ? 'row' : 'rows'} selected
        {count === MOST_CHOSEN && ' (maximum)'}
      </output>
      {canDelete && (
        <Button size="sm" variant="danger" onClick={onDelete}>
          <Trash2 className="size-3.5" /> Delete
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}

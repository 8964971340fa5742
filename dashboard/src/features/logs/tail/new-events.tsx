import { ArrowUp } from 'lucide-react'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'

type NewEventsProps = { count: number; onShow: () => void }

/** Events that arrived while somebody reads. They are shown on request, so that no row moves. */
export function NewEvents({ count, onShow }: NewEventsProps) {
  return (
    <div aria-live="polite" className="absolute inset-x-0 top-9 z-20 mx-auto h-0 w-fit">
      {count > 0 && (
        <Button variant="primary" size="sm" className="shadow-float" onClick={onShow}>
          <ArrowUp className="size-3.5" /> {formatCount(count)} new
        </Button>
      )}
    </div>
  )
}

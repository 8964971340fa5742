import { Pause, Play } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'

type LiveButtonProps = { isLive: boolean; hasFailed: boolean; onToggle: () => void }

/** Turns live mode on and off. */
export function LiveButton({ isLive, hasFailed, onToggle }: LiveButtonProps) {
  const hint = hasFailed
    ? 'Could not load new events. Trying again.'
    : 'Shows new events as they arrive'
  return (
    <Tooltip content={hint} shortcut="Shift+L">
      <Button aria-pressed={isLive} onClick={onToggle}>
        {isLive ? <Pause className="size-3.5" /> : <Play className="size-3.5" />}
        Live
        {isLive && <StatusDot tone={hasFailed ? 'danger' : 'success'} className="size-1.5" />}
      </Button>
    </Tooltip>
  )
}

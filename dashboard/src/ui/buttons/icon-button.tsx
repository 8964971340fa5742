import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'aria-label'> & {
  /** Used as the accessible name and as the tooltip. */
  label: string
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

export function IconButton({
  label,
  shortcut,
  side,
  variant = 'ghost',
  size = 'icon',
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={side}>
      <Button data-slot="icon-button" aria-label={label} variant={variant} size={size} {...props} />
    </Tooltip>
  )
}

import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { shortcutKeys } from '../../lib/shortcuts.ts'

type KbdProps = Omit<ComponentProps<'span'>, 'children'> & {
  /** `Mod+K`, displayed with the key names of the user's keyboard. */
  shortcut: string
}

export function Kbd({ shortcut, className, ...props }: KbdProps) {
  return (
    <span data-slot="kbd" className={classNames('inline-flex gap-0.5', className)} {...props}>
      {shortcutKeys(shortcut).map((key) => (
        <kbd
          key={key}
          className="min-w-4 rounded-sm border bg-sunken px-1 text-center font-sans text-2xs leading-4 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

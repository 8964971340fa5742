import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, Keyboard, LogOut } from 'lucide-react'
import { useProfile } from '../../data/resources/platform/profile.ts'
import { setTheme, THEMES, useTheme } from '../../lib/theme.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import type { AccountMenuEntry } from '../rooms/room.ts'
import { THEME_NAMES } from './theme-names.ts'

type AccountMenuProps = {
  entries: readonly AccountMenuEntry[]
  onPreviews: () => void
  onShortcuts: () => void
  onSignOut: () => void
}

export function AccountMenu({ entries, onPreviews, onShortcuts, onSignOut }: AccountMenuProps) {
  const { data: profile } = useProfile()
  const { theme } = useTheme()
  const navigate = useNavigate()
  const name = profile?.display_name ?? profile?.primary_email ?? ''
  const choose = (value: string) => {
    const chosen = THEMES.find((candidate) => candidate === value)
    if (chosen) setTheme(chosen)
  }
  const show = ({ label, icon: Icon, to }: AccountMenuEntry) => (
    <DropdownMenuItem key={to} onSelect={() => void navigate({ to })}>
      <Icon /> {label}
    </DropdownMenuItem>
  )
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label="Account"
        className="grid size-7 place-items-center rounded-full border bg-selected text-xs font-medium uppercase transition-colors hover:border-line-strong"
      >
        {name.slice(0, 1)}
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-56">
        <DropdownMenuLabel className="truncate text-text">
          {profile?.primary_email}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {entries.filter(({ group }) => group === 'account').map(show)}
        <DropdownMenuItem onSelect={onPreviews}>
          <FlaskConical /> Feature previews
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onShortcuts} shortcut="?">
          <Keyboard /> Keyboard shortcuts
        </DropdownMenuItem>
        {entries.filter(({ group }) => group === 'help').map(show)}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
          {THEMES.map((value) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={(e) => e.preventDefault()}>
              {THEME_NAMES[value]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onSignOut}>
          <LogOut /> Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

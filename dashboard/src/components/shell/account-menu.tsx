import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, LifeBuoy, LogOut, Server, UserRound } from 'lucide-react'
import { useCapability, useProfile } from '../../data/resources/profile.ts'
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
} from '../../ui/dropdown-menu.tsx'
import { THEME_NAMES } from './theme-names.ts'

type AccountMenuProps = { onPreviews: () => void; onSignOut: () => void }

export function AccountMenu({ onPreviews, onSignOut }: AccountMenuProps) {
  const can = useCapability()
  const { data: profile } = useProfile()
  const { theme } = useTheme()
  const navigate = useNavigate()
  const name = profile?.display_name ?? profile?.primary_email ?? ''
  const choose = (value: string) => {
    const chosen = THEMES.find((candidate) => candidate === value)
    if (chosen) setTheme(chosen)
  }
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
        <DropdownMenuItem onSelect={() => void navigate({ to: '/account/me' })}>
          <UserRound /> Account
        </DropdownMenuItem>
        {profile?.is_operator && (
          <DropdownMenuItem onSelect={() => void navigate({ to: '/account/installation' })}>
            <Server /> Installation
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={onPreviews}>
          <FlaskConical /> Feature previews
        </DropdownMenuItem>
        {can('support:create') && (
          <DropdownMenuItem onSelect={() => void navigate({ to: '/support/new' })}>
            <LifeBuoy /> Contact support
          </DropdownMenuItem>
        )}
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

import { useSyncExternalStore } from 'react'
import { readSetting, writeSetting } from './storage.ts'

export const THEMES = ['system', 'light', 'dark', 'classic-dark'] as const
export type Theme = (typeof THEMES)[number]
/** The theme of the page after `system` has been resolved. */
export type ResolvedTheme = Exclude<Theme, 'system'>

const KEY = 'stoa.theme'
const listeners = new Set<() => void>()
const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

export const readTheme = (): Theme => readSetting<Theme>(KEY, 'system', isTheme)

export function resolveTheme(theme: Theme): ResolvedTheme {
  if (theme !== 'system') return theme
  return systemIsDark().matches ? 'dark' : 'light'
}

/** Stores the choice and applies it immediately. */
export function setTheme(theme: Theme) {
  writeSetting(KEY, theme)
  apply()
}

/** Follows the system's setting and other tabs until the returned function is called. */
export function followTheme(): () => void {
  const media = systemIsDark()
  media.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  return () => {
    media.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}

/** The selected theme and the theme it resolves to. Re-renders when either changes. */
export function useTheme(): { theme: Theme; resolved: ResolvedTheme } {
  const theme = useSyncExternalStore(subscribe, readTheme)
  const resolved = useSyncExternalStore(subscribe, () => resolveTheme(readTheme()))
  return { theme, resolved }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function apply() {
  document.documentElement.dataset['theme'] = resolveTheme(readTheme())
  for (const listener of listeners) listener()
}

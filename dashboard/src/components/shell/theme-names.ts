import type { Theme } from '../../lib/theme.ts'

export const THEME_NAMES: Record<Theme, string> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'classic-dark': 'Classic dark',
}

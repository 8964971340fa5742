/** `Mod` is Command on Apple systems and Control elsewhere: `Mod+K`, `Mod+Enter`, `Shift+?`. */
export type Shortcut = string

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** True if the pressed keys are exactly those of the shortcut. */
export function matchesShortcut(event: KeyboardEvent, shortcut: Shortcut): boolean {
  const parts = shortcut.toLowerCase().split('+')
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('mod')
  const control = parts.includes('ctrl') || (mod && !isApple())
  const command = mod && isApple()
  return (
    event.key.toLowerCase() === key &&
    event.ctrlKey === control &&
    event.metaKey === command &&
    event.altKey === parts.includes('alt') &&
    event.shiftKey === parts.includes('shift')
  )
}

/** The keys of a shortcut as this computer's keyboard labels them. */
export function shortcutKeys(shortcut: Shortcut): string[] {
  const apple: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↵' }
  const other: Record<string, string> = { mod: 'Ctrl', enter: '↵' }
  const names = isApple() ? apple : other
  return shortcut.split('+').map((part) => names[part.toLowerCase()] ?? part)
}

/** True while the user types in a field, where single-letter shortcuts must not run. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/**
 * `Mod` is Command on Apple systems and Control elsewhere: `Mod+K`, `Mod+Enter`, `Shift+F`. Keys that
 * are pressed one after the other have a space between them: `G D`.
 */
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
    // Keyboards differ in which signs need Shift.
    (isSign(key) || event.shiftKey === parts.includes('shift'))
  )
}

const isSign = (key: string) => key.length === 1 && !/[a-z0-9]/.test(key)

type WithShortcut = { readonly shortcut: Shortcut }

/**
 * Returns a function that finds the item whose shortcut a key press completes; the last one if there
 * are several. It remembers the first key of a sequence until the next key press.
 */
export function createShortcutReader() {
  let first: string | undefined
  return <Item extends WithShortcut>(event: KeyboardEvent, items: readonly Item[]) => {
    if (MODIFIERS.has(event.key)) return undefined
    const usable = isKeyTaken(event.target)
      ? items.filter(({ shortcut }) => shortcut.includes('Mod'))
      : items
    const before = first
    first = undefined
    const continued = usable.findLast(({ shortcut }) => {
      const [start, end] = shortcut.split(' ')
      return end !== undefined && start === before && matchesShortcut(event, end)
    })
    if (continued) return continued
    const single = usable.findLast(({ shortcut }) => matchesShortcut(event, shortcut))
    if (single) return single
    const started = usable.find(({ shortcut }) => {
      const [start = '', end] = shortcut.split(' ')
      return end !== undefined && matchesShortcut(event, start)
    })
    first = started?.shortcut.split(' ')[0]
    return undefined
  }
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/** The keys of a shortcut as this computer's keyboard labels them. */
export function shortcutKeys(shortcut: Shortcut): string[] {
  const apple: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↵' }
  const other: Record<string, string> = { mod: 'Ctrl', enter: '↵' }
  const names = isApple() ? apple : other
  return shortcut.split(/[+ ]/).map((part) => names[part.toLowerCase()] ?? part)
}

/**
 * True while keys without a modifier belong to the focused element: a field, a grid or menu that
 * reads what is typed, or a dialog that covers the page.
 */
function isKeyTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest(KEY_READERS) !== null
  )
}

const KEY_READERS =
  '[role=grid],[role=tree],[role=listbox],[role=menu],[role=dialog],[role=alertdialog]'

import { afterEach, expect, it } from 'vitest'
import { createShortcutReader } from './shortcuts.ts'

const ITEMS = [
  { id: 'search', shortcut: 'Mod+K' },
  { id: 'auth', shortcut: 'G A' },
  { id: 'database', shortcut: 'G D' },
  { id: 'archive', shortcut: 'A' },
  { id: 'help', shortcut: '?' },
]

/** Presses keys one after the other at an element and returns the ids that they find. */
function press(keys: readonly (string | KeyboardEventInit)[], target: Element = document.body) {
  const read = createShortcutReader()
  const found: (string | undefined)[] = []
  const listen = (event: Event) => {
    if (event instanceof KeyboardEvent) found.push(read(event, ITEMS)?.id)
  }
  window.addEventListener('keydown', listen)
  for (const key of keys) {
    const init = typeof key === 'string' ? { key } : key
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  }
  window.removeEventListener('keydown', listen)
  return found
}

afterEach(() => document.body.replaceChildren())

it.each([
  ['a sequence', ['g', 'd'], [undefined, 'database']],
  ['a sequence before the single key that ends it', ['g', 'a'], [undefined, 'auth']],
  ['a single key', ['a'], ['archive']],
  [
    'a single key after an interrupted sequence',
    ['g', 'x', 'a'],
    [undefined, undefined, 'archive'],
  ],
  ['a sequence that is started again', ['g', 'g', 'd'], [undefined, undefined, 'database']],
  ['a sign with Shift', [{ key: 'Shift' }, { key: '?', shiftKey: true }], [undefined, 'help']],
  ['a sign without Shift', ['?'], ['help']],
  ['a key with Control', [{ key: 'k', ctrlKey: true }], ['search']],
  ['no letter with Control', [{ key: 'a', ctrlKey: true }], [undefined]],
])('finds %s', (_name, keys, found) => {
  expect(press(keys)).toEqual(found)
})

it.each([
  ['a field', '<input />'],
  ['a grid', '<div role="grid"><b></b></div>'],
  ['a menu', '<div role="menu"><b></b></div>'],
  ['a dialog', '<div role="dialog"><b></b></div>'],
])('leaves keys without a modifier to %s', (_name, html) => {
  document.body.innerHTML = html
  const target = document.querySelector('input, b') ?? document.body
  expect(press(['?', 'g', 'd', 'a', { key: 'k', ctrlKey: true }], target)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'search',
  ])
})

import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { createShortcutReader, type Shortcut } from '../../lib/shortcuts.ts'

/**
 * An action that the user can take here. Menus, shortcuts and the palette all show the same list.
 */
export type Action = {
  id: string
  title: string
  /** The heading that the action appears under in the palette. */
  group?: string
  /** Shown after the title in the palette. */
  detail?: string
  /** Other words that find the action in a search. */
  keywords?: readonly string[]
  /** True if the palette shows the action only in search results. */
  isSearchedOnly?: boolean
  /** Moves the action up or down among equally good search results. */
  weight?: number
  shortcut?: Shortcut
  /** False while the action is unavailable. */
  visible?: boolean
  /** False for an action that has a shortcut but should not appear in the palette. */
  listed?: boolean
  /** True if text fields and dialogs have their own meaning for the shortcut, such as Mod+Z. */
  isOfPage?: boolean
  run: () => void
}

type Registry = {
  read: () => readonly Action[]
  subscribe: (listener: () => void) => () => void
  register: (actions: readonly Action[]) => () => void
}

const RegistryContext = createContext<Registry | null>(null)

/** Collects the actions of the open pages and runs their shortcuts. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry)
  useEffect(() => {
    const readShortcut = createShortcutReader()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const isInField = hasOwnUndo(event.target)
      const actions = withShortcut(registry.read()).filter((each) => !each.isOfPage || !isInField)
      const action = readShortcut(event, actions)
      if (!action) return
      event.preventDefault()
      action.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Every action that can be run now and is meant for the palette. */
export function useActions(): readonly Action[] {
  const registry = useRegistry()
  const actions = useSyncExternalStore(registry.subscribe, registry.read)
  return useMemo(
    () => actions.filter((action) => action.visible !== false && action.listed !== false),
    [actions],
  )
}

/** Every action that has a shortcut and can be run now. */
export function useShortcuts(): readonly Action[] {
  const registry = useRegistry()
  const actions = useSyncExternalStore(registry.subscribe, registry.read)
  return useMemo(() => withShortcut(actions), [actions])
}

/** Offers actions while the calling component is mounted. Build the list with `useMemo`. */
export function useRegisterActions(actions: readonly Action[]) {
  const registry = useRegistry()
  useEffect(() => registry.register(actions), [registry, actions])
}

const withShortcut = (actions: readonly Action[]) =>
  actions.flatMap((action) => {
    const { shortcut, visible } = action
    return shortcut !== undefined && visible !== false ? [{ ...action, shortcut }] : []
  })

/** Whether the browser undoes and saves in this element by itself, or a dialog covers the page. */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isTextField = target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  return isTextField || target.isContentEditable || target.closest('[role=dialog]') !== null
}

function useRegistry(): Registry {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('An action context is used outside its provider')
  return registry
}

function createRegistry(): Registry {
  const sets = new Set<readonly Action[]>()
  const listeners = new Set<() => void>()
  let all: readonly Action[] = []
  const changed = () => {
    all = [...sets].flat()
    for (const listener of listeners) listener()
  }
  return {
    read: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    register(actions) {
      sets.add(actions)
      changed()
      return () => {
        sets.delete(actions)
        changed()
      }
    },
  }
}

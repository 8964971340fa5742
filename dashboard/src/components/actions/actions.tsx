import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { isTyping, matchesShortcut, type Shortcut } from '../../lib/shortcuts.ts'

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
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = registry.read().findLast(({ shortcut, visible }) => {
        if (!shortcut || visible === false) return false
        if (!shortcut.includes('Mod') && isTyping(event.target)) return false
        return matchesShortcut(event, shortcut)
      })
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

/** Offers actions while the calling component is mounted. Build the list with `useMemo`. */
export function useRegisterActions(actions: readonly Action[]) {
  const registry = useRegistry()
  useEffect(() => registry.register(actions), [registry, actions])
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

import { useMemo, useSyncExternalStore } from 'react'
import { pageStorage, readSetting, writeSetting } from './storage.ts'

const listeners = new Set<() => void>()

/** Keeps a setting and tells every component that reads it. */
export function changeSetting(key: string, value: unknown) {
  writeSetting(key, value)
  for (const listener of listeners) listener()
}

/** A setting of local storage as state: follows other components and other tabs. */
export function useSetting<Value>(
  key: string,
  fallback: Value,
  accepts: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text is what a new reading depends on
  const value = useMemo(() => readSetting(key, fallback, accepts), [key, text])
  return [value, (next) => changeSetting(key, next)]
}

/** Those of several settings that are on; off is what is missing or unreadable. */
export function useSettingsOn(keys: readonly string[]): ReadonlySet<string> {
  const on = useSyncExternalStore(subscribe, () =>
    JSON.stringify(keys.filter((key) => readText(key) === 'true')),
  )
  return useMemo(() => new Set<string>(JSON.parse(on)), [on])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function readText(key: string): string | null {
  try {
    return pageStorage.getItem(key)
  } catch {
    return null
  }
}

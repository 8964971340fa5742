import { useMemo, useSyncExternalStore } from 'react'
import { pageStorage, readSetting, writeSetting } from './storage.ts'

const listeners = new Set<() => void>()

/** Stores a setting and notifies every component that reads it. */
export function changeSetting(key: string, value: unknown) {
  writeSetting(key, value)
  for (const listener of listeners) listener()
}

/** A setting in local storage as React state. It follows changes in other components and tabs. */
export function useSetting<Value>(
  key: string,
  fallback: Value,
  accepts: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new value is read only when the text changes
  const value = useMemo(() => readSetting(key, fallback, accepts), [key, text])
  return [value, (next) => changeSetting(key, next)]
}

/** The subset of several settings that are on. A missing or unreadable setting is off. */
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

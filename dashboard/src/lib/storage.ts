import { browserStorage, createPageStorage, type KeyValueStore } from './browser-storage.ts'

/** Stores settings in local storage, or in memory if the browser refuses to store them. */
export const pageStorage = createPageStorage(browserStorage, report)

/**
 * Reads a JSON setting from local storage. Returns `fallback` for a value that is missing,
 * unreadable or rejected by `accepts`, and logs the reason to the console, as SPEC 8 requires.
 */
export function readSetting<Value>(
  key: string,
  fallback: Value,
  accepts: (value: unknown) => value is Value,
  store: KeyValueStore = pageStorage,
): Value {
  try {
    const text = store.getItem(key)
    if (text === null) return fallback
    const value: unknown = JSON.parse(text)
    return accepts(value) ? value : fallback
  } catch (error) {
    report('read', key, error)
    return fallback
  }
}

/** Writes a setting as JSON. A full or forbidden storage is only logged to the console. */
export function writeSetting(key: string, value: unknown, store: KeyValueStore = pageStorage) {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch (error) {
    report('save', key, error)
  }
}

export function removeSetting(key: string, store: KeyValueStore = pageStorage) {
  try {
    store.removeItem(key)
  } catch (error) {
    report('clear', key, error)
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

function report(verb: string, key: string, error: unknown) {
  // oxlint-disable-next-line no-console -- SPEC 8: storage failures are only logged to the console
  console.error(`Failed to ${verb} the setting ${key}`, error)
}

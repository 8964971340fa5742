import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../lib/errors.ts'

/** The values of a record as a member saw them before a change. */
export type Expected<Now> = { readonly [Key in keyof Now]?: Now[Key] | undefined }

/**
 * Throws 409 `definition_changed`, with the current values, unless a record still has the values
 * that a member saw. Without expected values, every change is allowed.
 */
export function requireUnchanged<Now extends object>(
  now: Now,
  expected: Expected<Now> | undefined,
): void {
  if (expected === undefined) return
  const names = Object.keys(expected).filter((name): name is keyof Now & string => name in now)
  if (names.every((name) => isDeepStrictEqual(now[name], expected[name]))) return
  throw definitionChanged(Object.fromEntries(names.map((name) => [name, now[name]])))
}

/** `current` is the object's current state; null if it is gone. */
export const definitionChanged = (current?: object | null, cause?: unknown): AppError =>
  new AppError('definition_changed', 'The definition was changed or dropped after you opened it.', {
    status: 409,
    hint: 'Compare it with the current definition, then save again.',
    ...(current !== undefined && { details: { current } }),
    cause,
  })

/** The names of the changed fields, for the audit log. */
export const changedFields = ({ replaces: _seen, ...fields }: { readonly replaces?: unknown }) =>
  Object.keys(fields).sort().join(', ')

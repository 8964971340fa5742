import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. Two of them must not set the same property: a component marks what its caller
 * may replace with `base:`, and chooses between the others.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values)
}

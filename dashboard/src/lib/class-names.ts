import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names. Of two Tailwind classes for the same property, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}

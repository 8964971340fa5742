import type { WordReader } from '../sql-words.ts'
import { exactly, expression, setFlag, type Facets } from './facets.ts'

/** Reads what comes after the table of a `create policy` or an `alter policy`. */
export function readPolicyDefinition(words: WordReader, facets: Facets): void {
  while (!words.isAtEnd) {
    if (words.skip('as')) setFlag(facets, 'mode', words.name() === 'restrictive' && 'restrictive')
    else if (words.skip('for')) facets.set('command', exactly(words.name() ?? ''))
    else if (words.skip('to')) facets.set('roles', readRoles(words))
    else if (words.skip('using')) facets.set('using', expression(words.list()[0] ?? ''))
    else if (words.skip('with', 'check')) facets.set('check', expression(words.list()[0] ?? ''))
    else words.take()
  }
}

/** A policy as it is without any clause. */
export const newPolicy = (): Facets =>
  new Map([
    ['command', exactly('all')],
    ['roles', exactly('public')],
  ])

function readRoles(words: WordReader) {
  const roles: string[] = []
  do {
    const role = words.name()
    if (role !== undefined) roles.push(role)
  } while (words.skip(','))
  return exactly(roles.toSorted().join(', '))
}

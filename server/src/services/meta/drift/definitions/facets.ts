import type { DriftProperty } from '@stoa/contract/services/meta/drift'

/** A property of a definition. Two are equal if their exact parts are and their SQL means the same. */
export type Facet = {
  /** As the SQL has it, for a person. */
  readonly text: string
  readonly exact: string
  /** Expressions, or the query of a view, which can be written in many ways. */
  readonly expressions: readonly string[]
}

/** The properties of an object that are set. The value of an unknown one cannot be read. */
export type Facets = Map<DriftProperty, Facet | 'unknown'>

export const exactly = (text: string, exact: string = text): Facet => ({
  text,
  exact,
  expressions: [],
})

export const expression = (text: string): Facet => ({ text, exact: '', expressions: [text] })

/** A list of names, quoted where it is necessary. */
export const names = (list: readonly string[]): Facet =>
  exactly(list.map(shownName).join(', '), JSON.stringify(list))

const PLAIN_NAME = /^[a-z_][a-z0-9_$]*$/

export const shownName = (name: string): string =>
  PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** Sets a property that is true; one that is false is absent. */
export function setFlag(facets: Facets, property: DriftProperty, text: string | false): void {
  if (text === false) facets.delete(property)
  else facets.set(property, exactly(text))
}

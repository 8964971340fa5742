import type { Catalogue } from '../catalogue/catalogue.ts'
import { readDirective, SchemaDirective } from './directives.ts'

/**
 * The part of a catalogue that introspection shows: all schemas except those whose comment disables
 * it. Undefined if nothing is left.
 */
export function describedPart(catalogue: Catalogue): Catalogue | undefined {
  const { schemas, relations, routines, foreignKeys } = catalogue
  const isShown = ({ comment }: Catalogue['schemas'][number]) =>
    readDirective(comment, SchemaDirective).introspection ?? true
  const shown = schemas.filter(isShown)
  if (shown.length === schemas.length) return catalogue
  const names = new Set(shown.map(({ name }) => name))
  const isOfShown = ({ schema }: { readonly schema: string }) => names.has(schema)
  const tables = relations.filter(isOfShown)
  const oids = new Set(tables.map(({ oid }) => oid))
  const part = {
    ...catalogue,
    schemas: shown,
    relations: tables,
    routines: routines.filter(isOfShown),
    foreignKeys: foreignKeys.filter(
      ({ relation, target }) => oids.has(relation) && oids.has(target),
    ),
  }
  return part.relations.length + part.routines.length === 0 ? undefined : part
}

import type { Column, Relationship, Routine, Table } from '../model/model.ts'

/** The database object behind a field of the schema. */
export type Meaning =
  | { readonly kind: 'node' }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'collection' | 'by-key'; readonly table: Table }
  | { readonly kind: 'insert' | 'update' | 'delete'; readonly table: Table }
  | { readonly kind: 'routine'; readonly routine: Routine }
  | { readonly kind: 'node-id'; readonly table: Table }
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'relationship'; readonly relationship: Relationship }

/** Meanings by GraphQL type and field. */
export type Meanings = {
  set(type: string, field: string, meaning: Meaning): void
  get(type: string, field: string): Meaning | undefined
}

export function createMeanings(): Meanings {
  const found = new Map<string, Meaning>()
  return {
    set: (type, field, meaning) => void found.set(`${type}.${field}`, meaning),
    get: (type, field) => found.get(`${type}.${field}`),
  }
}

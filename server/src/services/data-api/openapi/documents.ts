import { createHash } from 'node:crypto'
import type { Turns } from '../../../lib/turns.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { renderOpenApi, type DocumentOptions } from './document.ts'

/** The OpenAPI documents of all projects. Concurrent requests for one document share its creation. */
export type Documents = {
  of(cache: SchemaCache, options: DocumentOptions): Promise<Buffer>
}

/** Bytes of cached documents per project. The one requested last is kept at any size. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

type Entry = { readonly document: Promise<Buffer>; size: number }

export function createDocuments(inTurns: Turns): Documents {
  // A change of the schema creates a new cache, which drops the documents of the old one.
  const byCache = new WeakMap<SchemaCache, Map<string, Entry>>()

  return {
    of(cache, options) {
      const { schema, project, privileges, isSecured } = options
      const known = byCache.get(cache) ?? new Map<string, Entry>()
      byCache.set(cache, known)
      const rights = createHash('sha256')
        .update(privileges ?? '')
        .digest('base64url')
      const key = [schema, project.apiUrl, privileges === undefined, isSecured, rights].join('\0')
      const entry = known.get(key) ?? create()
      known.delete(key)
      known.set(key, entry)
      return entry.document

      async function render(): Promise<Buffer> {
        return inTurns(renderOpenApi(cache, options))
      }

      function create(): Entry {
        const made: Entry = { document: render(), size: 0 }
        made.document.then(
          ({ length }) => {
            made.size = length
            forget(known)
          },
          () => known.delete(key),
        )
        return made
      }
    },
  }
}

/** Drops the documents that were requested longest ago. */
function forget(known: Map<string, Entry>): void {
  let kept = [...known.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [key, { size }] of known) {
    if (kept <= MAX_KEPT_BYTES || known.size === 1) return
    known.delete(key)
    kept -= size
  }
}

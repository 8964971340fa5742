import type { QueriedProject } from '../../../project/project.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { formatTypes, type TypeReference } from './type-name-queries.ts'

/** Types with smaller oids have the same names in every database. */
const FIRST_OWN_OID = 16_384

export type TypeNames = (
  project: QueriedProject,
  types: readonly TypeReference[],
) => Promise<(type: TypeReference) => string>

/** Names types as `format_type` does, with their schema; caches the built-in ones. */
export function createTypeNames(): TypeNames {
  const builtIn = new Map<string, string>()
  return async (project, types) => {
    const wanted = new Map(types.map((type) => [keyOf(type), type]))
    const names = new Map<string, string>()
    const unknown: TypeReference[] = []
    for (const [key, type] of wanted) {
      const name = builtIn.get(key)
      if (name === undefined) unknown.push(type)
      else names.set(key, name)
    }
    const found = unknown.length === 0 ? [] : await lookUp(project, unknown)
    for (const [index, type] of unknown.entries()) {
      const name = found[index]
      if (name === undefined) continue
      names.set(keyOf(type), name)
      if (type.typeOid < FIRST_OWN_OID) builtIn.set(keyOf(type), name)
    }
    return (type) => names.get(keyOf(type)) ?? `oid ${type.typeOid}`
  }
}

const keyOf = ({ typeOid, typeModifier }: TypeReference) => `${typeOid}:${typeModifier}`

async function lookUp(project: QueriedProject, types: readonly TypeReference[]): Promise<string[]> {
  try {
    const { rows } = await readDatabase(project, (tx) =>
      withQualifiedNames(tx, () => formatTypes(tx, types)),
    )
    return rows.map(([name]) => name ?? 'unknown')
  } catch {
    // The results may already be committed, and matter more than the type names.
    return []
  }
}
